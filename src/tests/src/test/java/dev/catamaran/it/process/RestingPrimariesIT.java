package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Passes over a primary whose inputs do not change. */
class RestingPrimariesIT {
  private static final Duration PERIOD = Duration.ofMillis(400);

  /** Ten periods, less the time until the test sees a pass. */
  private static final Duration REST = PERIOD.multipliedBy(9);

  private static TestedOperator operate(TestNamespace namespace, String options, Duration period) {
    var chart = TestChart.named("colors").configMap("colors", "color", "red").path();
    var operator = namespace.operate(Watching.chart("Widget", chart, options), period);
    namespace.deploy("Widget", "one", "{}");
    return operator;
  }

  /** Waits until no pass follows another any more, and then for two passes. */
  private static void assertRests(TestedOperator operator) {
    eventually(
        () -> {
          long before = operator.passes("Widget");
          throughout(PERIOD.multipliedBy(2), () -> assertEquals(before, operator.passes("Widget")));
        });
    long first = awaitPass(operator);
    long second = awaitPass(operator);
    assertTrue(second - first > REST.toNanos(), () -> (second - first) + " ns between two passes");
  }

  /** Waits for the next pass; returns its time. */
  private static long awaitPass(TestedOperator operator) {
    long before = operator.passes("Widget");
    eventually(() -> assertEquals(before + 1, operator.passes("Widget")));
    return System.nanoTime();
  }

  @Test
  void leavesOutPassesUntilAnInputChanges(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: true", PERIOD);

    assertRests(operator);

    namespace.edit(
        ConfigMap.class,
        "one-colors",
        found -> new ConfigMapBuilder(found).addToData("color", "blue").build());
    eventually(() -> assertEquals("red", namespace.data("one-colors").get("color")));
  }

  /** A change of the status alone causes no event, since the operator's own reports change it. */
  @Test
  void rewritesAStatusThatAnotherClientChanged(TestNamespace namespace) {
    var period = Duration.ofSeconds(2);
    operate(namespace, "watchDependentResources: true", period);

    namespace.mergeStatus("Widget", "one", "{\"status\":{\"conditions\":[]}}");

    // A rest lasts for ten periods.
    within(
        period.multipliedBy(5),
        () -> assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status")));
  }

  /** With the Go operators, zero means no pass without an event. */
  @Test
  void takesAPeriodOfZeroForThatOfTheKind(TestNamespace namespace) {
    var operator = operate(namespace, "watchDependentResources: true", PERIOD);
    namespace.annotate("Widget", "one", "helm.sdk.operatorframework.io/reconcile-period", "0s");

    assertRests(operator);
  }

  @Test
  void passesInEachPeriodWithoutWatches(TestNamespace namespace) {
    var period = Duration.ofSeconds(1);
    var operator = operate(namespace, "watchDependentResources: false", period);
    long before = operator.passes("Widget");

    // Three rests would last for thirty periods.
    within(period.multipliedBy(15), () -> assertTrue(operator.passes("Widget") > before + 3));
  }
}
