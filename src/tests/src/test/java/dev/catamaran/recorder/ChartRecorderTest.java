package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Values;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ChartRecorderTest {
  private static final ChartEngine ENGINE = ChartEngine.start();
  private static final ChartRecorder RECORDER = new ChartRecorder(ENGINE);

  @AfterAll
  static void close() {
    RECORDER.close();
    ENGINE.close();
  }

  @Test
  void recordsTheItemsOfLists() {
    var recording =
        record(
            TestChart.named("listed")
                .template(
                    "all.yaml",
                    """
                    apiVersion: v1
                    kind: List
                    items:
                    - {apiVersion: v1, kind: Secret, metadata: {name: a}}
                    - {apiVersion: v1, kind: Service, metadata: {name: b, namespace: other}}
                    """));

    assertEquals(
        List.of(
            "listed/templates/all.yaml: secrets a []", "listed/templates/all.yaml: services b []"),
        objects(recording));
    assertEquals("other", recording.objects().getLast().namespace());
  }

  @Test
  void answersLookupsAndRecordsThem() {
    var recording =
        record(
            TestChart.named("looking")
                .template(
                    "seen.yaml",
                    """
                    {{- $old := lookup "v1" "ConfigMap" .Release.Namespace "seen" }}
                    {{- $nodes := lookup "v1" "Node" "" "" }}
                    {{- $boats := lookup "sea.example/v1" "Boat" .Release.Namespace "" }}
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: seen}
                    data:
                      before: "{{ not (empty $old) }}"
                      nodes: "{{ len (default list $nodes.items) }}"
                      here: {{ (lookup "v1" "Namespace" "" .Release.Namespace).metadata.name }}
                    """));

    assertEquals(
        List.of("configmaps place/seen", "nodes /", "boats place/", "namespaces /place"),
        recording.lookups().stream()
            .map(
                lookup ->
                    "%s %s/%s"
                        .formatted(lookup.resource().plural(), lookup.namespace(), lookup.name()))
            .toList());
    // The upgrade finds what the install created.
    assertEquals(
        List.of("false", "true"),
        recording.objects().stream()
            .map(object -> object.content().path("data").path("before").asText())
            .toList());
    assertEquals(
        "place", recording.objects().getFirst().content().path("data").path("here").asText());
  }

  @Test
  void recordsWhatOnlyAnUpgradeMakes() {
    var chart = TestChart.named("later").configMap("data", "by", "it");
    var upgraded =
        "{{ if .Release.IsUpgrade }}\napiVersion: v1\nkind: Secret\nmetadata: {name: later}\n{{ end }}";

    assertEquals(
        List.of(
            "later/templates/data.yaml: configmaps one-data []",
            "later/templates/upgraded.yaml: secrets later []"),
        objects(record(chart.template("upgraded.yaml", upgraded))));
    var refused =
        record(
            chart.template(
                "upgraded.yaml", "{{ if .Release.IsUpgrade }}{{ fail \"never\" }}{{ end }}"));
    assertEquals(1, refused.objects().size());
    assertEquals(
        List.of(
            "an upgrade cannot be rendered: execution error at (later/templates/upgraded.yaml:1:30):"
                + " never"),
        refused.notes());
  }

  @Test
  void servesTheKindsOfTheCharts() {
    var recording =
        record(
            TestChart.named("kinds")
                .file("crds/boats.yaml", definition("Boat", "boats", "Cluster"))
                .template(
                    "boat.yaml",
                    """
                    {{- if .Capabilities.APIVersions.Has "sea.example/v1/Boat" }}
                    apiVersion: sea.example/v1
                    kind: Boat
                    metadata: {name: b}
                    {{- end }}
                    """));

    assertEquals(List.of("kinds/templates/boat.yaml: boats b []"), objects(recording));
    assertFalse(recording.objects().getFirst().resource().namespaced());
    assertEquals(List.of(), recording.notes());
    assertEquals(Set.of("boats.sea.example"), recording.definitions());
  }

  /** Helm resolves a hook only when it creates it, and all other objects before it creates one. */
  @Test
  void servesToHooksTheKindsThatTemplatesDefine() {
    var boat = "apiVersion: sea.example/v1\nkind: Boat\nmetadata: {name: b%s}";
    var chart =
        TestChart.named("kinds")
            .template("definition.yaml", definition("Boat", "boats", "Cluster"))
            .template("hook.yaml", boat.formatted(", annotations: {helm.sh/hook: post-install}"));

    assertEquals(List.of(), record(chart).notes());
    var notes = record(chart.template("boat.yaml", boat.formatted(""))).notes();
    assertTrue(notes.getFirst().contains("Boat"), notes::toString);
  }

  @Test
  void guessesUnknownKinds() {
    var recording =
        record(
            TestChart.named("unknown")
                .template(
                    "monitor.yaml",
                    """
                    apiVersion: monitoring.coreos.com/v1
                    kind: ServiceMonitor
                    metadata: {name: m}
                    ---
                    apiVersion: cert-manager.io/v1
                    kind: ClusterIssuer
                    metadata: {name: i}
                    """));

    assertEquals(
        List.of(
            "Kind ClusterIssuer of cert-manager.io/v1 is not built into Kubernetes, and the chart"
                + " has no CRD of it; its resource is assumed to be clusterissuers,"
                + " cluster-scoped",
            "Kind ServiceMonitor of monitoring.coreos.com/v1 is not built into Kubernetes, and the"
                + " chart has no CRD of it; its resource is assumed to be servicemonitors,"
                + " namespaced"),
        recording.notes().stream().sorted().toList());
    assertEquals(2, recording.objects().size());
  }

  private static Recording record(TestChart chart) {
    return record(chart, Values.empty());
  }

  private static Recording record(TestChart chart, Values values) {
    return RECORDER.record(RECORDER.load(chart.path()), new ReleaseKey("place", "one"), values);
  }

  private static List<String> objects(Recording recording) {
    return recording.objects().stream()
        .map(
            object ->
                "%s: %s %s %s"
                    .formatted(
                        object.template(),
                        object.resource().plural(),
                        object.name(),
                        object.events()))
        .toList();
  }

  static String definition(String kind, String plural, String scope) {
    return """
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata: {name: %2$s.sea.example}
    spec:
      group: sea.example
      scope: %3$s
      names: {kind: %1$s, plural: %2$s}
      versions:
      - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
    """
        .formatted(kind, plural, scope);
  }
}
