package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;

/** Nothing watches some object, so each period has a look at it, whatever is done about drift. */
class UnwatchedDriftIT {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  /** Five periods; a rest lasts ten. */
  private static final Duration SOON = PERIOD.multipliedBy(5);

  @SideBySide
  void isFoundInWarnModeAfterThePeriod(TestNamespace namespace) {
    isFound(namespace, "drift: warn");
  }

  @SideBySide
  void isFoundInIgnoreModeAfterThePeriod(TestNamespace namespace) {
    isFound(namespace, "drift: ignore");
  }

  private static void isFound(TestNamespace namespace, String policy) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      proxy.inject(Fault.answer(403), Calls.at("/configmaps").by("list", "watch"));
      var operator =
          namespace.operate(
              proxy.identity(namespace.identity()),
              Watching.chart(
                  "Widget",
                  TestChart.named("hidden").configMap("it", "is", "there").path(),
                  policy),
              PERIOD);
      namespace.deploy("Widget", "one", "{}");
      long before = operator.passes("Widget");
      eventually(() -> assertTrue(operator.passes("Widget") >= before + 3));

      namespace.delete(ConfigMap.class, "one-it");

      within(
          SOON,
          () -> {
            var ready = namespace.condition("Widget", "one", "Ready");
            assertEquals("False", ready.get("status"));
            assertTrue(
                ready.getOrDefault("message", "").contains("ConfigMap/one-it: it is missing"));
          });
    }
  }
}
