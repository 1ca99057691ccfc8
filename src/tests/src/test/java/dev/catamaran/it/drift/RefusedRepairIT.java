package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;

/** The repair of one object is refused; that of the others does not wait. */
class RefusedRepairIT {
  /** Somewhat less than the pause after a refusal. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  @SideBySide
  void doesNotDelayThatOfAnotherDeletedObject(TestNamespace namespace) {
    othersAreRepaired(namespace, () -> namespace.delete(ConfigMap.class, "one-free"));
  }

  @SideBySide
  void doesNotDelayThatOfAnEditedObject(TestNamespace namespace) {
    othersAreRepaired(namespace, () -> namespace.put("one-free", "is", "edited"));
  }

  private static void othersAreRepaired(TestNamespace namespace, Runnable drift) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart(
              "Widget",
              TestChart.named("two")
                  .configMap("free", "is", "right")
                  .configMap("refused", "is", "right")
                  .path(),
              "retry: {initial: 15s, multiplier: 1}"),
          Duration.ofHours(1));
      namespace.deploy("Widget", "one", "{}");
      var refusal =
          proxy.inject(
              Fault.answer(403), Calls.at("/configmaps/one-refused").by("patch", "create"));
      namespace.put("one-refused", "is", "edited");
      eventually(() -> assertEquals(1, refusal.count()));
      namespace.awaitReason("Widget", "one", "Ready", "ReconcileError");

      drift.run();

      within(AT_ONCE, () -> assertNotNull(namespace.get(ConfigMap.class, "one-free")));
      within(AT_ONCE, () -> assertEquals("right", namespace.data("one-free").get("is")));
      assertEquals(1, refusal.count(), "repairs of the refused object");
      assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
    }
  }
}
