package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

@RealNode
class FailedInstallIT {

  @Test
  void succeedsAfterRemovalOfTheCause(TestNamespace namespace) {
    namespace.configMap("one-colors", Map.of());
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReason("Widget", "one", "ReleaseFailed", "InstallError", "one-colors");

    namespace.delete(ConfigMap.class, "one-colors");

    namespace.awaitReady("Widget", "one");
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "ReleaseFailed"));
    assertEquals(
        "InstallSuccessful", namespace.condition("Widget", "one", "Deployed").get("reason"));
  }

  @Test
  void isRetriedWithIncreasingDelays(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", refused()), Duration.ofSeconds(1));
    long begin = System.nanoTime();
    namespace.apply("Widget", "one", "{}");

    int failures = 0;
    while (failures < 4) {
      int before = failures;
      eventually(() -> assertTrue(failures(namespace) > before));
      failures = failures(namespace);
      assertSlow(failures, Duration.ofNanos(System.nanoTime() - begin));
    }
  }

  /** The delays between retries are 1, 2 and 4 seconds, and up to a tenth less. */
  private static void assertSlow(int failures, Duration since) {
    var delays = Duration.ofMillis(900L * ((1L << (failures - 1)) - 1));
    assertTrue(since.compareTo(delays) >= 0, () -> failures + " failures in " + since);
  }

  private static int failures(TestNamespace namespace) {
    var primary = Objects.requireNonNull(namespace.primary("Widget", "one"));
    return primary.get("status", "failures", "count") instanceof Integer count ? count : 0;
  }

  @Test
  void leavesNothingAfterDeletionOfThePrimary(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", refused()));
    namespace.apply("Widget", "one", "{}");
    eventually(
        () ->
            assertEquals(
                "True", namespace.condition("Widget", "one", "ReleaseFailed").get("status")));

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertEquals(Map.of(), namespace.data("one-colors"));
  }

  private static Path colors() {
    return TestChart.named("colors").configMap("colors", "color", "blue").path();
  }

  private static Path refused() {
    return TestChart.named("refused")
        .configMap("colors", "color", "blue")
        .template(
            "service.yaml",
            """
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{port: 99999}]}
            """)
        .path();
  }
}
