package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * An author keeps old overrides by an annotation, or weakens an operation, only where watches.yaml
 * does not deny it. If overrides are not in use, the status tells.
 */
@RealNode
class KeptOverridesIT {
  private static final String GO = "helm.sdk.operatorframework.io/";
  private static final String DENIED =
      "denyAnnotations: [pause, rollback-to, depends-on, values-from, install-disable-hooks,"
          + " upgrade-disable-hooks, uninstall-disable-hooks, upgrade-force, rollback-force]";

  /** Primary to annotation and value. */
  private static final Map<String, Map.Entry<String, String>> KEEPERS =
      new TreeMap<>(
          Map.of(
              "paused", Map.entry("catamaran.dev/pause", "true"),
              "back", Map.entry("catamaran.dev/rollback-to", "1"),
              "waiting", Map.entry("catamaran.dev/depends-on", "Widget.test.catamaran.dev/missing"),
              "hookless", Map.entry(GO + "upgrade-disable-hooks", "true")));

  @Test
  void noDeniedAnnotationKeepsOverridesOrSkipsHooks(TestNamespace namespace) {
    var file = watching("red", DENIED).write();
    namespace.operate(manager -> manager.watches(file));
    KEEPERS.keySet().forEach(name -> namespace.apply("Widget", name, "{shape: round}"));
    KEEPERS.keySet().forEach(name -> namespace.awaitReady("Widget", name));
    namespace.apply("Widget", "back", "{shape: square}");
    namespace.awaitRevisions("back", "1 superseded", "2 deployed");
    KEEPERS.forEach(
        (name, kept) -> namespace.annotate("Widget", name, kept.getKey(), kept.getValue()));

    watching("green", DENIED).replace(file);

    KEEPERS.forEach(
        (name, kept) -> {
          eventually(() -> assertEquals("green", color(namespace, name), name));
          var shortName = kept.getKey().substring(kept.getKey().indexOf('/') + 1);
          var message =
              "no effect: %s. Remove this, or an administrator can take %s out of denyAnnotations for this kind in watches.yaml"
                  .formatted(kept.getKey(), shortName);
          eventually(
              () -> assertEquals(message, message(namespace, name, "AnnotationsIgnored"), name));
          namespace.awaitReady("Widget", name);
          eventually(
              () ->
                  assertEquals(
                      List.of(message), namespace.widget(name).events("AnnotationsDenied")));
          assertEquals("", message(namespace, name, "SpecNotFollowed"));
        });
    namespace.widget("hookless").awaitData("before-upgrade", "ran", "green");

    namespace.annotate("Widget", "paused", GO + "uninstall-disable-hooks", "true");
    namespace.delete("Widget", "paused");
    eventually(() -> assertNull(namespace.primary("Widget", "paused")));
    assertNotNull(namespace.get(ConfigMap.class, "paused-before-delete"), "a hook");
    assertNull(namespace.get(ConfigMap.class, "paused-colors"));

    namespace.annotate("Widget", "back", "catamaran.dev/rollback-to", null);
    namespace.widget("back").awaitNo("AnnotationsIgnored");
  }

  @Test
  void noneIsReadyWhereOverridesAreNotInUse(TestNamespace namespace) {
    var file = watching("red").write();
    namespace.operate(manager -> manager.watches(file));
    var names = List.of("paused", "back", "waiting", "broken", "good");
    names.forEach(name -> namespace.apply("Widget", name, "{shape: round}"));
    names.forEach(name -> namespace.awaitReady("Widget", name));
    namespace.apply("Widget", "back", "{shape: square}");
    namespace.awaitRevisions("back", "1 superseded", "2 deployed");
    namespace.annotate("Widget", "back", "catamaran.dev/rollback-to", "1");
    namespace.awaitNewestRevision("back", "3 deployed");
    namespace.apply("Widget", "back", "{shape: round}");
    namespace.awaitReady("Widget", "back");
    namespace.annotate("Widget", "paused", "catamaran.dev/pause", "true");
    namespace.awaitReason("Widget", "paused", "Paused", "PauseReconcileAnnotationTrue");
    namespace.annotate(
        "Widget", "waiting", "catamaran.dev/depends-on", "Widget.test.catamaran.dev/missing");
    namespace.apply("Widget", "broken", "{shape: fail}");
    namespace.awaitReason("Widget", "broken", "Ready", "UpgradeError");

    watching("green").replace(file);

    eventually(() -> assertEquals("green", color(namespace, "good")));
    namespace.awaitReady("Widget", "good");
    held(namespace, "paused", 1, "catamaran.dev/pause");
    held(namespace, "back", 3, "catamaran.dev/rollback-to");
    namespace.awaitReason("Widget", "waiting", "Ready", "DependencyNotReady");
    namespace.awaitReason("Widget", "broken", "Ready", "UpgradeError");
    for (var name : List.of("paused", "back", "waiting", "broken")) {
      assertEquals("red", color(namespace, name), name);
    }

    namespace.annotate("Widget", "paused", "catamaran.dev/pause", null);
    eventually(() -> assertEquals("green", color(namespace, "paused")));
    namespace.awaitReady("Widget", "paused");

    Watching.chart("Widget", CHART).replace(file);
    held(namespace, "back", 3, "catamaran.dev/rollback-to");
  }

  private static void held(TestNamespace namespace, String name, int revision, String annotation) {
    namespace.awaitReason(
        "Widget",
        name,
        "Ready",
        "Held",
        "revision %d is not what the present spec and chart ask for: the annotation %s holds the release"
            .formatted(revision, annotation));
  }

  private static String color(TestNamespace namespace, String name) {
    return namespace.data(name + "-colors").getOrDefault("color", "");
  }

  private static String message(TestNamespace namespace, String name, String condition) {
    return namespace.condition("Widget", name, condition).getOrDefault("message", "");
  }

  private static Watching watching(String color, String... options) {
    var lines = new ArrayList<>(List.of(options));
    lines.add("overrideValues: {color: %s}".formatted(color));
    return Watching.chart("Widget", CHART, lines.toArray(String[]::new));
  }

  private static final Path CHART =
      TestChart.named("overridden")
          .values("color: blue")
          .configMap("colors", "color", "{{ .Values.color }}")
          .template(
              "shape.yaml",
              "{{ if eq (.Values.shape | default \"\") \"fail\" }}{{ fail \"no shape\" }}{{ end }}")
          .template("before-upgrade.yaml", hook("before-upgrade", "pre-upgrade"))
          .template("before-delete.yaml", hook("before-delete", "pre-delete"))
          .path();

  private static String hook(String name, String event) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: "{{ .Release.Name }}-%s"
      annotations: {helm.sh/hook: %s}
    data: {ran: "{{ .Values.color }}"}
    """
        .formatted(name, event);
  }
}
