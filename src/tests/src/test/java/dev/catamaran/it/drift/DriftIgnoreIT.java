package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealNode
class DriftIgnoreIT {
  private static final Map<String, String> DESIRED = Map.of("color", "blue", "taste", "sweet");
  private static final Map<String, String> EDITED = Map.of("color", "red", "taste", "sour");

  @AfterEach
  void madeNoRevision(TestNamespace namespace) {
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void keepsAnIgnoredFieldAndRestoresOtherFields(TestNamespace namespace) {
    deploy(
        namespace,
        "drift: {ignore: [{paths: [/data/color], kind: ConfigMap, name: '*-plain'},"
            + " {paths: [/spec/sizes/1], kind: Gadget}]}");

    edit(namespace, "one-plain");
    eventually(
        () -> assertEquals(Map.of("color", "red", "taste", "sweet"), namespace.data("one-plain")));

    var gadget = namespace.resource("Gadget", "one-gadget");
    TestNamespace.edit(
        gadget,
        found -> {
          found.setAdditionalProperty("spec", Map.of("sizes", List.of(8, 9)));
          return found;
        });
    eventually(() -> assertEquals(List.of(1, 9), sizes(gadget.get())));
  }

  @Test
  void ignoresObjectsExcludedByARuleOrTheChart(TestNamespace namespace) {
    deploy(namespace, "drift: {ignore: [{labelSelector: {matchLabels: {by: hand}}}]}");

    edit(namespace, "one-by-hand");
    edit(namespace, "one-opted-out");
    edit(namespace, "one-plain");

    eventually(() -> assertEquals(DESIRED, namespace.data("one-plain")));
    assertEquals(EDITED, namespace.data("one-by-hand"));
    assertEquals(EDITED, namespace.data("one-opted-out"));

    disown(namespace, "one-by-hand");
    eventually(() -> assertOwned(namespace, "one-by-hand"));
    namespace.delete(ConfigMap.class, "one-opted-out");
    namespace.delete(ConfigMap.class, "one-plain");
    eventually(() -> assertEquals(DESIRED, namespace.data("one-plain")));
    assertNull(namespace.get(ConfigMap.class, "one-opted-out"));
    assertEquals(EDITED, namespace.data("one-by-hand"));
  }

  @Test
  void restoresTheOwnerReferenceInIgnoreMode(TestNamespace namespace) {
    deploy(namespace, "drift: ignore");

    edit(namespace, "one-plain");
    disown(namespace, "one-plain");

    eventually(() -> assertOwned(namespace, "one-plain"));
    assertEquals(EDITED, namespace.data("one-plain"));
  }

  @Test
  void restoresTheOwnerReferenceInWarnMode(TestNamespace namespace) {
    deploy(namespace, "drift: {mode: warn, ignore: [{paths: [/data/taste]}]}");

    edit(namespace, "one-plain");
    disown(namespace, "one-plain");

    eventually(() -> assertOwned(namespace, "one-plain"));
    eventually(
        () -> assertEquals("True", namespace.condition("Widget", "one", "Drifted").get("status")));
    setColor(namespace, "blue");
    eventually(() -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted")));
    throughout(
        Duration.ofSeconds(1),
        () -> assertEquals(Map.of("color", "blue", "taste", "sour"), namespace.data("one-plain")));
  }

  private static void deploy(TestNamespace namespace, String... options) {
    namespace.operate(Watching.chart("Widget", chart(), options));
    namespace.deploy("Widget", "one", "{}");
  }

  private static void edit(TestNamespace namespace, String configMap) {
    namespace.edit(
        ConfigMap.class,
        configMap,
        found -> {
          found.setData(EDITED);
          return found;
        });
  }

  private static void setColor(TestNamespace namespace, String color) {
    namespace.put("one-plain", "color", color);
  }

  private static void disown(TestNamespace namespace, String configMap) {
    namespace.edit(
        ConfigMap.class,
        configMap,
        found -> {
          found.getMetadata().getLabels().remove("catamaran.dev/operator");
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });
  }

  private static void assertOwned(TestNamespace namespace, String configMap) {
    var meta = namespace.existing(ConfigMap.class, configMap).getMetadata();
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(1, meta.getOwnerReferences().size());
  }

  private static List<Integer> sizes(GenericKubernetesResource gadget) {
    assertNotNull(gadget);
    return gadget.get("spec", "sizes");
  }

  private static Path chart() {
    return TestChart.named("ignoring")
        .template(
            "all.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-plain"}
            data: {color: blue, taste: sweet}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-by-hand", labels: {by: hand}}
            data: {color: blue, taste: sweet}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-opted-out"
              annotations: {catamaran.dev/drift: ignore}
            data: {color: blue, taste: sweet}
            ---
            apiVersion: test.catamaran.dev/v1
            kind: Gadget
            metadata: {name: "{{ .Release.Name }}-gadget"}
            spec: {sizes: [1, 2]}
            """)
        .path();
  }
}
