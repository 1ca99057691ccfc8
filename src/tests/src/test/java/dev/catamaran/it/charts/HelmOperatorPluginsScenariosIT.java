package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.Denial;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Scenarios from the tests of helm-operator-plugins (pkg/reconciler/reconciler_test.go) without
 * another test here. docs/contributing/scenarios.md lists all scenarios.
 */
class HelmOperatorPluginsScenariosIT {
  private static final Duration WHILE = Duration.ofSeconds(2);

  @Test
  void doesNothingForAMissingPrimary(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()), Duration.ofSeconds(1));
    var stray =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("missing-colors")
            .withNamespace(namespace.name())
            .addToLabels("catamaran.dev/operator", "catamaran")
            .addToAnnotations("operator-sdk/primary-resource", namespace.name() + "/missing")
            .addToAnnotations("operator-sdk/primary-resource-type", "Widget.test.catamaran.dev")
            .endMetadata()
            .build();
    namespace.client().resource(stray).create();
    namespace.deploy("Widget", "one", "{}");

    edit(namespace, "missing-colors", "red");

    throughout(
        WHILE,
        () -> {
          assertEquals(Map.of("color", "red"), namespace.data("missing-colors"));
          assertEquals(List.of(), namespace.revisions("missing"));
        });
  }

  @Test
  void reportsAnUnreadableReleaseAndDeletesItsPrimary(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");

    StoredRelease.damage(namespace, "one", 1);

    namespace.awaitReason(
        "Widget", "one", "Stalled", "ReleaseUnreadable", "sh.helm.release.v1.one.v1");
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertEquals(Map.of(), namespace.data("one-colors")));
  }

  @Test
  void createsARevisionAfterASupersededOne(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");

    StoredRelease.mark(namespace, "one", 1, "superseded");

    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));
    namespace.awaitReady("Widget", "one");
  }

  @Test
  void continuesAfterRemovalOfTheNewestRevision(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");
    namespace.deploy("Widget", "one", "{color: red}");

    namespace
        .client()
        .resource(namespace.existing(Secret.class, "sh.helm.release.v1.one.v2"))
        .delete();

    eventually(() -> assertEquals("2 deployed", namespace.revisions("one").getLast()));
    namespace.awaitReady("Widget", "one");
    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
  }

  @Test
  void restoresTheLabelsOfAllObjects(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    namespace.deploy("Widget", "one", "{}");
    var before = labels(namespace);

    kinds().forEach(kind -> tamper(namespace, kind));

    eventually(() -> assertEquals(before, labels(namespace)));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void reportsARefusedRepairAndARefusedUninstall(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");

    try (var denial = Denial.of(namespace, namespace.existing(ConfigMap.class, "one-colors"))) {
      edit(namespace, "one-colors", "red");
      eventually(
          () -> assertRefused(namespace, "Irreconcilable", "ReconcileError", denial.reason()));
      namespace.delete("Widget", "one");
      // Helm omits the message of the API server here.
      eventually(
          () -> assertRefused(namespace, "ReleaseFailed", "UninstallError", "failed to delete"));
      assertNotNull(namespace.primary("Widget", "one"));
    }

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertEquals(Map.of(), namespace.data("one-colors"));
  }

  @Test
  void ignoresPrimariesOfADisjointSelector(TestNamespace namespace) {
    var blue = Watching.chart("Widget", colors(), "selector: {matchLabels: {team: blue}}");
    var red = Watching.chart("Widget", colors(), "selector: {matchLabels: {team: red}}");
    namespace.operate(blue, Duration.ofSeconds(1));
    var second = namespace.operate(red, Duration.ofSeconds(1));
    for (var team : List.of("blue", "red")) {
      namespace.apply("Widget", team, "{color: %s}".formatted(team));
      label(namespace, team);
    }
    namespace.awaitReady("Widget", "blue");
    namespace.awaitReady("Widget", "red");
    second.close();

    edit(namespace, "blue-colors", "grey");
    edit(namespace, "red-colors", "grey");

    eventually(() -> assertEquals(Map.of("color", "blue"), namespace.data("blue-colors")));
    throughout(WHILE, () -> assertEquals(Map.of("color", "grey"), namespace.data("red-colors")));
    assertEquals(List.of("1 deployed"), namespace.revisions("blue"));
    assertEquals(List.of("1 deployed"), namespace.revisions("red"));
  }

  private static void assertRefused(
      TestNamespace namespace, String type, String reason, String words) {
    var condition = namespace.condition("Widget", "one", type);
    assertEquals(reason, condition.get("reason"), condition::toString);
    assertTrue(condition.getOrDefault("message", "").contains(words), condition::toString);
  }

  private static Map<String, Map<String, String>> labels(TestNamespace namespace) {
    var found = new HashMap<String, Map<String, String>>();
    objects(namespace)
        .forEach(object -> found.put(object.getKind(), object.getMetadata().getLabels()));
    return found;
  }

  private static <T extends HasMetadata> void tamper(TestNamespace namespace, Class<T> kind) {
    namespace.edit(
        kind,
        "one-memcached",
        found -> {
          found.getMetadata().getLabels().replaceAll((key, value) -> "tampered");
          return found;
        });
  }

  private static Stream<HasMetadata> objects(TestNamespace namespace) {
    return kinds().map(kind -> namespace.existing(kind, "one-memcached"));
  }

  private static Stream<Class<? extends HasMetadata>> kinds() {
    return Stream.of(Deployment.class, Service.class, ServiceAccount.class);
  }

  private static void edit(TestNamespace namespace, String configMap, String color) {
    namespace
        .client()
        .configMaps()
        .inNamespace(namespace.name())
        .withName(configMap)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"data\":{\"color\":\"%s\"}}".formatted(color));
  }

  private static void label(TestNamespace namespace, String team) {
    patch(namespace, team, "{\"labels\":{\"team\":\"%s\"}}".formatted(team));
  }

  private static void patch(TestNamespace namespace, String primary, String metadata) {
    namespace
        .resource("Widget", primary)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":%s}".formatted(metadata));
  }

  private static Path colors() {
    return TestChart.named("colors")
        .values("color: blue")
        .configMap("colors", "color", "{{ .Values.color }}")
        .path();
  }
}
