package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@RealNode
class ContestedIT {
  /** Somewhat less than the time for which a repair must last (release/Contest). */
  private static final Duration LASTING = Duration.ofSeconds(10);

  @Test
  void isReportedAndThrottledUntilItEnds(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget", TestChart.named("wanted").configMap("it", "color", "blue").path()));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    var undone = new AtomicInteger();
    long end;

    try (var rival =
        namespace
            .client()
            .configMaps()
            .inNamespace(namespace.name())
            .withName("one-it")
            .inform(new Rival(namespace, undone))) {
      eventually(
          () -> {
            var drifted = namespace.condition("Widget", "one", "Drifted");
            assertEquals("Contested", drifted.get("reason"));
            assertEquals(
                "ConfigMap/one-it: /data/color changed again and again, by rival",
                drifted.get("message"));
          });
      var undoneAtReport = undone.get();
      assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status"));
      eventually(() -> assertTrue(undone.get() > undoneAtReport));
      assertTrue(rival.isWatching());
      // Without throttling there are a dozen repairs per second.
      assertTrue(undone.get() < 20, () -> undone + " repairs were undone");
      end = System.nanoTime();
    }

    eventually(() -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted")));
    var reported = Duration.ofNanos(System.nanoTime() - end);
    assertTrue(reported.compareTo(LASTING) > 0, () -> "reported for " + reported);
    assertEquals(Map.of("color", "blue"), namespace.data("one-it"));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  /** Overwrites the color of the chart after each repair. */
  private record Rival(TestNamespace namespace, AtomicInteger undone)
      implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap now) {
      overwrite(now);
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap now) {
      overwrite(now);
    }

    @Override
    public void onDelete(ConfigMap last, boolean unknown) {}

    private void overwrite(ConfigMap seen) {
      if (!"red".equals(seen.getData().get("color"))) {
        undone.incrementAndGet();
        namespace
            .client()
            .resource(seen)
            .patch(
                new PatchContext.Builder()
                    .withPatchType(PatchType.JSON_MERGE)
                    .withFieldManager("rival")
                    .build(),
                "{\"data\":{\"color\":\"red\"}}");
      }
    }
  }
}
