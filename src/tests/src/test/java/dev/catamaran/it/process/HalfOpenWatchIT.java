package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The network drops all packets and closes no connection. */
@Tag("nightly")
class HalfOpenWatchIT {
  /** The client alone needs 5 to 12 minutes. */
  private static final Duration SOON = Duration.ofMinutes(4);

  @Test
  void isDetectedAndMissedChangesAreReconciled(TestNamespace namespace) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart(
              "Widget", TestChart.named("swallowed").configMap("made", "by", "it").path()),
          Duration.ofHours(1));
      namespace.apply("Widget", "before", "{}");
      namespace.awaitReady("Widget", "before");

      proxy.halfOpen();
      namespace.apply("Widget", "after", "{}");
      namespace
          .client()
          .configMaps()
          .inNamespace(namespace.name())
          .withName("before-made")
          .delete();

      within(SOON, () -> assertEquals(List.of("1 deployed"), namespace.revisions("after")));
      within(SOON, () -> assertEquals("it", namespace.data("before-made").get("by")));
    }
  }
}
