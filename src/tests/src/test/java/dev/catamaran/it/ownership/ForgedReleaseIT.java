package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A user with write access to the Secrets of one namespace stores a forged release there. Its
 * manifest contains objects of another namespace.
 */
class ForgedReleaseIT {
  private static final String FORGED = "forged";

  @Test
  void isNotUsedForARepair(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      StoredRelease.forge(namespace, "one", 1, manifest(other));

      namespace.delete(ConfigMap.class, "one-colors");

      eventually(() -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      assertNull(other.get(ConfigMap.class, FORGED), "created by the repair");
      assertReported(namespace);
    }
  }

  @Test
  void causesNoDeletionOfItsObjects(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      other.configMap(FORGED, Map.of());
      StoredRelease.forge(namespace, "one", 1, manifest(other));

      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      assertNotNull(other.get(ConfigMap.class, FORGED), "deleted by the upgrade");

      StoredRelease.forge(namespace, "one", 1, manifest(other));
      assertDeletionKeepsOther(namespace, other);
    }
  }

  @Test
  void isNotAcceptedAsTheNewestRevision(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      other.configMap(FORGED, Map.of());
      // The operator does not watch superseded revisions. Helm uses the highest number.
      StoredRelease.plant(namespace, "one", 1, 99, "superseded", manifest(other));

      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
      assertNotNull(other.get(ConfigMap.class, FORGED), "deleted by the upgrade");

      StoredRelease.plant(namespace, "one", 1, 99, "superseded", manifest(other));
      assertDeletionKeepsOther(namespace, other);
    }
  }

  @Test
  void isNotUsedForARollback(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      StoredRelease.forge(namespace, "one", 1, manifest(other));

      namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");

      namespace.awaitReason("Widget", "one", "Stalled", "NoSuchRevision");
      assertNull(other.get(ConfigMap.class, FORGED));
      namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", null);
      namespace.awaitReady("Widget", "one");
    }
  }

  @Test
  void isNotAcceptedWithoutAStatus(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      var operator = operate(namespace, other);
      other.configMap(FORGED, Map.of());
      operator.close();
      StoredRelease.forge(namespace, "one", 1, manifest(other));
      // Simulates the state before the first report of the operator.
      namespace.mergeStatus("Widget", "one", "{\"status\":null}");

      namespace.operate(watching(), other.name());

      namespace.awaitReason("Widget", "one", "Stalled", "RevisionNotReported");
      namespace.apply("Widget", "one", "{color: green}");
      eventually(
          () ->
              assertEquals(
                  Integer.valueOf(2),
                  namespace.primary("Widget", "one").get("status", "observedGeneration")));
      assertEquals(List.of("1 deployed"), namespace.revisions("one"));
      assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
      assertNotNull(other.get(ConfigMap.class, FORGED));
      assertDeletionKeepsOther(namespace, other);
    }
  }

  @Test
  void isDistinguishedByTheHistoryInTheStatus(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      var operator = operate(namespace, other);
      var primary = namespace.primary("Widget", "one");
      assertNotNull(primary);
      List<Map<String, Object>> history = primary.get("status", "history");
      assertEquals(1, history.size());
      assertEquals(Integer.valueOf(1), history.getFirst().get("revision"));
      assertNull(primary.get("status", "attempting"));

      operator.close();
      namespace.operate(watching(), other.name());
      namespace.annotate("Widget", "one", "catamaran.dev/reset-at", "now");
      eventually(
          () ->
              assertEquals(
                  "now", namespace.primary("Widget", "one").get("status", "lastHandledResetAt")));
      assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    }
  }

  /** Its author copies the revision that Helm is making, with the input and the signature. */
  @Test
  void isNotTakenForTheRevisionThatHelmMakes(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      var gate = namespace.gate();
      var chart =
          TestChart.named("colors")
              .configMap("colors", "color", "{{ .Values.color }}")
              .template("gate.yaml", gate.job("pre-upgrade"));
      namespace.operate(Watching.chart("Widget", chart.path()), other.name());
      namespace.deploy("Widget", "one", "{color: red}");
      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertNotNull(namespace.get(Job.class, "one-gate")));
      StoredRelease.plant(namespace, "one", 2, 3, "deployed", manifest(other));

      gate.open();

      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      assertReported(namespace);
      namespace.awaitReady("Widget", "one");
      assertNull(other.get(ConfigMap.class, FORGED));
    }
  }

  private static TestedOperator operate(TestNamespace namespace, TestNamespace other) {
    var operator = namespace.operate(watching(), other.name());
    namespace.deploy("Widget", "one", "{color: red}");
    return operator;
  }

  private static void assertDeletionKeepsOther(TestNamespace namespace, TestNamespace other) {
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
    assertNotNull(other.get(ConfigMap.class, FORGED), "deleted with the primary");
  }

  private static void assertReported(TestNamespace namespace) {
    eventually(
        () -> {
          var events =
              Serialization.asYaml(
                  namespace.client().v1().events().inNamespace(namespace.name()).list());
          assertTrue(events.contains("RevisionNotTrusted"), events);
        });
  }

  private static String manifest(TestNamespace other) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, namespace: %s}\n"
        .formatted(FORGED, other.name());
  }

  private static Watching watching() {
    return Watching.chart(
        "Widget",
        TestChart.named("colors").configMap("colors", "color", "{{ .Values.color }}").path());
  }
}
