package dev.catamaran.tour;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * An upgrade fails in the middle. The operator rolls it back, and stalls: it tries nothing more
 * until a person changes something.
 */
@RealNode
class RollbackIT {

  @Test
  void rollsBackAFailedUpgrade(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.breakable(), "remediation: {retries: 0}"));
    namespace.deploy("Widget", "one", "{broken: false}");

    namespace.patch("Widget", "one", "{spec: {broken: true}}");

    eventually(() -> assertEquals("RetriesExceeded", reason(namespace, "Stalled")));
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    assertNull(namespace.get(ConfigMap.class, "one-extra"));
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), namespace.revisions("one"));
    assertEquals("RollbackSuccessful", reason(namespace, "Deployed"));
    assertEquals("UpgradeError", reason(namespace, "ReleaseFailed"));
    assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
  }

  private static String reason(TestNamespace namespace, String type) {
    return namespace.condition("Widget", "one", type).getOrDefault("reason", "none");
  }
}
