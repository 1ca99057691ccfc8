package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The reaction to a failed input: {@code remediation} of a watch. */
@RealNode
class RemediationIT {

  @Test
  void repairsTheRolledBackRelease(TestNamespace namespace) {
    breakTheUpgrade(namespace, "remediation: {retries: 0}");
    awaitCondition(namespace, "Stalled", "RetriesExceeded");

    namespace.existing(ConfigMap.class, "one-colors");
    namespace.delete(ConfigMap.class, "one-colors");

    eventually(() -> assertEquals(Map.of("color", "blue"), namespace.data("one-colors")));
    assertEquals("RetriesExceeded", reason(namespace, "Stalled"));
  }

  @Test
  void stallsUntilTheRetriesAreResetOrTheSpecChanges(TestNamespace namespace) {
    breakTheUpgrade(namespace, "remediation: {upgrade: retry, retries: 1}");
    awaitCondition(namespace, "Stalled", "RetriesExceeded");
    assertEquals(List.of("1 deployed", "2 failed", "3 failed"), namespace.revisions("one"));
    throughout(Duration.ofSeconds(3), () -> assertEquals(3, namespace.revisions("one").size()));

    namespace.annotate("Widget", "one", "catamaran.dev/reset-at", "again");
    eventually(() -> assertEquals(5, namespace.revisions("one").size()));
    awaitCondition(namespace, "Stalled", "RetriesExceeded");
    eventually(() -> assertTrue(namespace.revisions("one").contains("5 failed")));

    namespace.patch("Widget", "one", "{spec: {broken: false}}");
    namespace.awaitReady("Widget", "one");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));
  }

  @Test
  void keepsAFailedUpgrade(TestNamespace namespace) {
    breakTheUpgrade(namespace, "remediation: {upgrade: keep}");

    awaitCondition(namespace, "Stalled", "RetriesExceeded");
    assertEquals(List.of("1 deployed", "2 failed"), namespace.revisions("one"));
    assertNotNull(namespace.get(ConfigMap.class, "one-extra"));
  }

  @Test
  void uninstallsAReleaseAfterAFailedUpgrade(TestNamespace namespace) {
    breakTheUpgrade(namespace, "remediation: {upgrade: uninstall, retries: 0}");

    awaitCondition(namespace, "Stalled", "RetriesExceeded");
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));
    assertEquals("FailureRemoved", reason(namespace, "Deployed"));
  }

  @Test
  void uninstallsAFailedInstallAndInstallsTheCorrectedSpec(TestNamespace namespace) {
    installBroken(namespace, "remediation: {retries: 0}");

    awaitCondition(namespace, "Stalled", "RetriesExceeded");
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));

    namespace.patch("Widget", "one", "{spec: {broken: false}}");
    namespace.awaitReady("Widget", "one");
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void keepsAFailedInstall(TestNamespace namespace) {
    installBroken(namespace, "remediation: {install: keep}");

    awaitCondition(namespace, "Stalled", "RetriesExceeded");
    assertEquals(List.of("1 failed"), namespace.revisions("one"));
    assertNotNull(namespace.get(ConfigMap.class, "one-colors"));
  }

  private static void breakTheUpgrade(TestNamespace namespace, String remediation) {
    namespace.operate(Watching.chart("Widget", TestChart.breakable(), remediation));
    namespace.deploy("Widget", "one", "{broken: false}");
    namespace.patch("Widget", "one", "{spec: {broken: true}}");
  }

  private static void installBroken(TestNamespace namespace, String remediation) {
    namespace.operate(Watching.chart("Widget", TestChart.breakable(), remediation));
    namespace.apply("Widget", "one", "{broken: true}");
  }

  private static void awaitCondition(TestNamespace namespace, String type, String reason) {
    eventually(() -> assertEquals(reason, reason(namespace, type)));
  }

  private static String reason(TestNamespace namespace, String type) {
    return namespace.condition("Widget", "one", type).getOrDefault("reason", "none");
  }
}
