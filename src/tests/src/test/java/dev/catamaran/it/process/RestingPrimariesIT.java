package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Passes over a primary whose inputs do not change. */
class RestingPrimariesIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration SEVERAL_PERIODS = Duration.ofMillis(4500);

  /** Logs the outcome of each pass that takes place. */
  private static final String LOGGER = "PassLifecycle";

  private static OperatorProcess operate(TestNamespace namespace, String options, Duration period) {
    var chart = TestChart.named("colors").configMap("colors", "color", "red").path();
    var operator =
        namespace.launch(
            Watching.chart("Widget", chart, options),
            "--reconcile-period=" + period.toSeconds() + "s",
            "--zap-log-level=debug");
    namespace.deploy("Widget", "one", "{}");
    return operator;
  }

  private static long passes(OperatorProcess operator) {
    return operator.log().lines().filter(line -> line.contains(LOGGER)).count();
  }

  @Test
  void leavesOutPassesUntilAnInputChanges(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: true", PERIOD);

    // A late event of the cluster may cause one more pass.
    eventually(
        () -> {
          long before = passes(operator);
          assertTrue(before > 0, operator::log);
          throughout(SEVERAL_PERIODS, () -> assertEquals(before, passes(operator)));
        });

    namespace.edit(
        ConfigMap.class,
        "one-colors",
        found -> new ConfigMapBuilder(found).addToData("color", "blue").build());
    eventually(() -> assertEquals("red", namespace.data("one-colors").get("color")));
  }

  /** A change of the status alone causes no event, since the operator's own reports change it. */
  @Test
  void rewritesAStatusThatAnotherClientChanged(TestNamespace namespace) {
    var period = Duration.ofSeconds(5);
    operate(namespace, "watchDependentResources: true", period);

    namespace.mergeStatus("Widget", "one", "{\"status\":{\"conditions\":[]}}");

    // A rest lasts for ten periods.
    within(
        period.multipliedBy(6),
        () -> assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status")));
  }

  /** With the Go operators, zero means no pass without an event. */
  @Test
  void takesAPeriodOfZeroForThatOfTheKind(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: true", PERIOD);
    namespace.annotate("Widget", "one", "helm.sdk.operatorframework.io/reconcile-period", "0s");

    eventually(
        () -> {
          long before = passes(operator);
          throughout(SEVERAL_PERIODS, () -> assertEquals(before, passes(operator)));
        });
  }

  @Test
  void passesInEachPeriodWithoutWatches(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: false", PERIOD);
    long before = passes(operator);

    eventually(() -> assertTrue(passes(operator) > before + 3, operator::log));
  }
}
