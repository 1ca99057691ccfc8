package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class DriftIgnoreIT {
  private static final Map<String, String> DESIRED = Map.of("color", "blue", "taste", "sweet");
  private static final Map<String, String> EDITED = Map.of("color", "red", "taste", "sour");

  private static final Path CHART =
      TestChart.named("ignoring")
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

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
                  "Widget",
                  CHART,
                  "drift: {ignore: [{paths: [/data/color], kind: ConfigMap, name: '*-plain'},"
                      + " {paths: [/spec/sizes/1], kind: Gadget},"
                      + " {labelSelector: {matchLabels: {by: hand}}}]}")
              .and("Gizmo", CHART, "drift: ignore")
              .and("Trinket", CHART, "drift: {mode: warn, ignore: [{paths: [/data/taste]}]}"));

  @Test
  void keepsAnIgnoredFieldAndRestoresOtherFields(TestPrimary one) {
    one.deploy("{}");

    edit(one, "plain");
    one.awaitData("plain", "color", "red", "taste", "sweet");

    var gadget = one.part("Gadget", "gadget");
    gadget.patch("{spec: {sizes: [8, 9]}}");
    eventually(() -> assertEquals("[1,9]", gadget.value("spec.sizes")));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void ignoresObjectsExcludedByARuleOrTheChart(TestPrimary one) {
    one.deploy("{}");

    edit(one, "by-hand");
    edit(one, "opted-out");
    edit(one, "plain");

    one.awaitData("plain", "color", "red", "taste", "sweet");
    assertEquals(EDITED, one.data("by-hand"));
    assertEquals(EDITED, one.data("opted-out"));

    disown(one, "by-hand");
    eventually(() -> assertOwned(one, "by-hand"));
    one.delete(ConfigMap.class, "opted-out");
    one.delete(ConfigMap.class, "plain");
    eventually(() -> assertEquals(DESIRED, one.data("plain")));
    assertNull(one.get(ConfigMap.class, "opted-out"));
    assertEquals(EDITED, one.data("by-hand"));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void restoresTheOwnerReferenceInIgnoreMode(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{}");

    edit(one, "plain");
    disown(one, "plain");

    eventually(() -> assertOwned(one, "plain"));
    assertEquals(EDITED, one.data("plain"));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void restoresTheOwnerReferenceInWarnMode(@OfKind("Trinket") TestPrimary one) {
    one.deploy("{}");

    edit(one, "plain");
    disown(one, "plain");

    eventually(() -> assertOwned(one, "plain"));
    one.awaitStatus("Drifted", "True");
    one.put("plain", "color", "blue");
    one.awaitNo("Drifted");
    assertEquals(Map.of("color", "blue", "taste", "sour"), one.data("plain"));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  private static void edit(TestPrimary one, String suffix) {
    one.patch(ConfigMap.class, suffix, "data: {color: red, taste: sour}");
  }

  private static void disown(TestPrimary one, String suffix) {
    one.patch(
        ConfigMap.class,
        suffix,
        "metadata: {labels: {catamaran.dev/operator: null}, ownerReferences: null}");
  }

  private static void assertOwned(TestPrimary one, String suffix) {
    var meta = one.existing(ConfigMap.class, suffix).getMetadata();
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(1, meta.getOwnerReferences().size());
  }
}
