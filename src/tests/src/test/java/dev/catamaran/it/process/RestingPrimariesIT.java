package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Passes over primaries whose inputs do not change. */
class RestingPrimariesIT {
  private static final Duration PERIOD = Duration.ofMillis(400);

  /** In these a resting primary has two or three passes. */
  private static final int PERIODS = 25;

  /**
   * The Gadget, whose objects are not watched, counts the periods: so the machine may be slow. With
   * the Go operators, an annotation of zero means no pass without an event.
   */
  @Test
  void leavesOutPassesUntilAnInputChanges(TestNamespace namespace) {
    var operator = operate(namespace, PERIOD);
    namespace.deploy("Gadget", "counting", "{}");
    namespace.deploy("Widget", "one", "{}");
    namespace.deploy("Widget", "zero", "{}");
    namespace.annotate("Widget", "zero", "helm.sdk.operatorframework.io/reconcile-period", "0s");
    // Events of its last change may cause passes until then.
    var before = new AtomicLong();
    eventually(
        () -> {
          before.set(operator.passes("Widget"));
          awaitPasses(operator, 8);
          assertTrue(operator.passes("Widget") - before.get() <= 4);
        });

    before.set(operator.passes("Widget"));
    awaitPasses(operator, PERIODS);
    long passes = operator.passes("Widget") - before.get();
    // Of two primaries; without rests it would be twice as many as periods.
    assertTrue(passes >= 2 && passes < PERIODS, () -> passes + " passes");

    namespace.put("one-colors", "color", "blue");
    namespace.widget("one").awaitData("colors", "color", "red");
  }

  /** A change of the status alone causes no event, since the operator's own reports change it. */
  @Test
  void rewritesAStatusThatAnotherClientChanged(TestNamespace namespace) {
    operate(namespace, Duration.ofSeconds(1));
    namespace.deploy("Widget", "one", "{}");
    namespace.mergeStatus("Widget", "one", "{\"status\":{\"conditions\":[]}}");
    namespace.widget("one").awaitStatus("Ready", "True");
  }

  private static TestedOperator operate(TestNamespace namespace, Duration period) {
    var chart = TestChart.named("colors").configMap("colors", "color", "red").path();
    return namespace.operate(
        Watching.chart("Widget", chart, "watchDependentResources: true")
            .and("Gadget", chart, "watchDependentResources: false"),
        period);
  }

  /** Waits for more passes over the Gadget. */
  private static void awaitPasses(TestedOperator operator, int more) {
    long enough = operator.passes("Gadget") + more;
    eventually(() -> assertTrue(operator.passes("Gadget") >= enough));
  }
}
