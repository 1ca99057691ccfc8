package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Passes over a primary whose inputs do not change. */
@ExtendWith(InNamespace.class)
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
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
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

  /** No event wakes a primary whose status alone changes: each report changes it. */
  @Test
  void rewritesAStatusThatAnotherClientChanged(TestNamespace namespace) {
    var period = Duration.ofSeconds(5);
    operate(namespace, "watchDependentResources: true", period);

    namespace
        .primaries("Widget")
        .inNamespace(namespace.name())
        .withName("one")
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"conditions\":[]}}");

    // A rest lasts for ten periods.
    await()
        .atMost(period.multipliedBy(6))
        .untilAsserted(
            () ->
                assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status")));
  }

  @Test
  void passesInEachPeriodWithoutWatches(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: false", PERIOD);
    long before = passes(operator);

    eventually(() -> assertTrue(passes(operator) > before + 3, operator::log));
  }
}
