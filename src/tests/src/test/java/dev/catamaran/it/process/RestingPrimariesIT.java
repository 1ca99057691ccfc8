package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Passes over a primary whose inputs do not change. */
@ExtendWith(InNamespace.class)
class RestingPrimariesIT {
  private static final String PERIOD = "--reconcile-period=1s";
  private static final Duration SEVERAL_PERIODS = Duration.ofMillis(4500);

  /** Logs the outcome of each pass that takes place. */
  private static final String LOGGER = "PassLifecycle";

  private static OperatorProcess operate(TestNamespace namespace, String options) {
    var chart = TestChart.named("colors").configMap("colors", "color", "red").path();
    var operator =
        namespace.launch(Watching.chart("Widget", chart, options), PERIOD, "--zap-log-level=debug");
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    return operator;
  }

  private static long passes(OperatorProcess operator) {
    return operator.log().lines().filter(line -> line.contains(LOGGER)).count();
  }

  @Test
  void leavesOutPassesUntilAnInputChanges(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: true");

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

  @Test
  void passesInEachPeriodWithoutWatches(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: false");
    long before = passes(operator);

    eventually(() -> assertTrue(passes(operator) > before + 3, operator::log));
  }
}
