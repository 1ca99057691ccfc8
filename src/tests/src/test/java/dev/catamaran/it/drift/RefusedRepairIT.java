package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;

/** The repair of an object is refused, or its watch: others do not wait, and it is found later. */
class RefusedRepairIT {
  /** Somewhat less than the pause after a refusal. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  @SideBySide
  void doesNotDelayThatOfAnotherDeletedObject(TestPrimary one) {
    othersAreRepaired(one, () -> one.delete(ConfigMap.class, "free"));
  }

  @SideBySide
  void doesNotDelayThatOfAnEditedObject(TestPrimary one) {
    othersAreRepaired(one, () -> one.put("free", "is", "edited"));
  }

  private static void othersAreRepaired(TestPrimary one, Runnable drift) {
    try (var proxy = FaultProxy.before(one.namespace().cluster())) {
      one.namespace()
          .operate(
              proxy.identity(one.namespace().identity()),
              Watching.chart(
                  "Widget",
                  TestChart.named("two")
                      .configMap("free", "is", "right")
                      .configMap("refused", "is", "right")
                      .path(),
                  "retry: {initial: 15s, multiplier: 1}"),
              Duration.ofHours(1));
      one.deploy("{}");
      var refusal =
          proxy.inject(
              Fault.answer(403), Calls.at("/configmaps/one-refused").by("patch", "create"));
      one.put("refused", "is", "edited");
      eventually(() -> assertEquals(1, refusal.count()));
      one.awaitReason("Ready", "ReconcileError");

      drift.run();

      within(AT_ONCE, () -> assertNotNull(one.get(ConfigMap.class, "free")));
      within(AT_ONCE, () -> assertEquals("right", one.data("free").get("is")));
      assertEquals(1, refusal.count(), "repairs of the refused object");
      assertEquals("False", one.condition("Ready").get("status"));
    }
  }

  private static final Duration PERIOD = Duration.ofSeconds(2);

  /** Five periods; a rest lasts ten. */
  private static final Duration SOON = PERIOD.multipliedBy(5);

  @SideBySide
  void isFoundInWarnModeAfterThePeriod(TestPrimary one) {
    isFound(one, "drift: warn");
  }

  @SideBySide
  void isFoundInIgnoreModeAfterThePeriod(TestPrimary one) {
    isFound(one, "drift: ignore");
  }

  private static void isFound(TestPrimary one, String policy) {
    try (var proxy = FaultProxy.before(one.namespace().cluster())) {
      proxy.inject(Fault.answer(403), Calls.at("/configmaps").by("list", "watch"));
      var operator =
          one.namespace()
              .operate(
                  proxy.identity(one.namespace().identity()),
                  Watching.chart(
                      "Widget",
                      TestChart.named("hidden").configMap("it", "is", "there").path(),
                      policy),
                  PERIOD);
      one.deploy("{}");
      long before = operator.passes("Widget");
      eventually(() -> assertTrue(operator.passes("Widget") >= before + 3));

      one.delete(ConfigMap.class, "it");

      within(
          SOON,
          () -> {
            var ready = one.condition("Ready").toString();
            assertTrue(
                ready.contains("False") && ready.contains("ConfigMap/one-it: it is missing"));
          });
    }
  }
}
