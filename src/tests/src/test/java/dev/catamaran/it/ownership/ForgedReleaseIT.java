package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestOperator;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Whoever may write Secrets in a namespace writes a release of his own there, with objects of a
 * namespace that is not his.
 */
@ExtendWith(InNamespace.class)
class ForgedReleaseIT {
  private static final String FORGED = "forged";

  @Test
  void isNotRepairedByWhatItNames(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      StoredRelease.forge(namespace, "one", 1, manifest(other));

      namespace.client().resource(namespace.existing(ConfigMap.class, "one-colors")).delete();

      eventually(() -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      assertNull(other.get(ConfigMap.class, FORGED), "made by repair");
      assertTold(namespace);
    }
  }

  @Test
  void isNoReasonToDeleteWhatItNames(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      makeVictim(other);
      StoredRelease.forge(namespace, "one", 1, manifest(other));

      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      assertNotNull(other.get(ConfigMap.class, FORGED), "deleted by the upgrade");

      StoredRelease.forge(namespace, "one", 1, manifest(other));
      assertGoesAlone(namespace, other);
    }
  }

  @Test
  void isNotTakenForTheNewestOneWhereNobodyLooks(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      makeVictim(other);
      // Superseded revisions are not watched; Helm goes by the highest number all the same.
      StoredRelease.plant(namespace, "one", 1, 99, "superseded", manifest(other));

      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
      assertNotNull(other.get(ConfigMap.class, FORGED), "deleted by the upgrade");

      StoredRelease.plant(namespace, "one", 1, 99, "superseded", manifest(other));
      assertGoesAlone(namespace, other);
    }
  }

  @Test
  void isNotBroughtBack(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      operate(namespace, other);
      namespace.apply("Widget", "one", "{color: green}");
      eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
      namespace.awaitReady("Widget", "one");
      StoredRelease.forge(namespace, "one", 1, manifest(other));

      namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");

      eventually(
          () ->
              assertEquals(
                  "NoSuchRevision", namespace.condition("Widget", "one", "Stalled").get("reason")));
      assertNull(other.get(ConfigMap.class, FORGED));
      namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", null);
      namespace.awaitReady("Widget", "one");
    }
  }

  @Test
  void isNothingToBeginWith(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      var operator = operate(namespace, other);
      makeVictim(other);
      operator.close();
      StoredRelease.forge(namespace, "one", 1, manifest(other));
      // As if the operator had not reported anything yet.
      namespace
          .primaries("Widget")
          .inNamespace(namespace.name())
          .withName("one")
          .subresource("status")
          .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":null}");

      namespace.operate(watching(), other.name());

      namespace.awaitReady("Widget", "one");
      assertEquals(List.of("1 deployed"), namespace.revisions("one"));
      assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
      assertNotNull(other.get(ConfigMap.class, FORGED));
    }
  }

  @Test
  void isToldFromAnOrdinaryOneByTheStatus(TestNamespace namespace) {
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

  private static TestOperator operate(TestNamespace namespace, TestNamespace other) {
    var operator = namespace.operate(watching(), other.name());
    namespace.apply("Widget", "one", "{color: red}");
    namespace.awaitReady("Widget", "one");
    return operator;
  }

  private static void assertGoesAlone(TestNamespace namespace, TestNamespace other) {
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
    assertNotNull(other.get(ConfigMap.class, FORGED), "deleted with the primary");
  }

  private static void assertTold(TestNamespace namespace) {
    eventually(
        () -> {
          var events =
              Serialization.asYaml(
                  namespace.client().v1().events().inNamespace(namespace.name()).list());
          assertTrue(events.contains("RevisionNotBelieved"), events);
        });
  }

  private static void makeVictim(TestNamespace other) {
    var victim =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(FORGED)
            .withNamespace(other.name())
            .endMetadata()
            .build();
    other.client().resource(victim).create();
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
