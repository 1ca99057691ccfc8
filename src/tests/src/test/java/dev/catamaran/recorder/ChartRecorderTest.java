package dev.catamaran.recorder;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.ReleaseKey;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChartRecorderTest {
  private static ChartRecorder recorder;

  @BeforeAll
  static void start() {
    recorder = ChartRecorder.start();
  }

  @AfterAll
  static void close() {
    recorder.close();
  }

  @Test
  void recordsEachRequestOfALife() {
    var recording = record(TestChart.named("plain").configMap("data", "by", "it"));

    assertEquals(
        """
        INSTALL get configmaps place/one-data
        INSTALL create configmaps place/one-data
        UPGRADE get configmaps place/one-data
        UPGRADE get configmaps place/one-data
        UPGRADE patch configmaps place/one-data
        UNINSTALL delete configmaps place/one-data
        """,
        requests(recording));
    assertEquals(List.of("plain/templates/data.yaml: configmaps one-data []"), objects(recording));
    assertTrue(recording.manifest().contains("by: it"), recording::manifest);
    assertEquals(List.of(), recording.notes());
  }

  @Test
  void recordsHooksWithTheirDeletePolicies() {
    var recording =
        record(
            TestChart.named("hooked")
                .template("migrate.yaml", job("pre-install,post-delete", "before-hook-creation"))
                .template("check.yaml", job("test", "hook-succeeded").replace("-job", "-check")));

    assertEquals(
        """
        INSTALL delete jobs place/one-job
        INSTALL get jobs place/one-job
        INSTALL get namespaces /place
        INSTALL create jobs place/one-job
        INSTALL watch jobs place/
        TEST create jobs place/one-check
        TEST watch jobs place/
        TEST delete jobs place/one-check
        TEST get jobs place/one-check
        TEST get namespaces /place
        UNINSTALL delete jobs place/one-job
        UNINSTALL get jobs place/one-job
        UNINSTALL get namespaces /place
        UNINSTALL create jobs place/one-job
        UNINSTALL watch jobs place/
        """,
        requests(recording));
    assertEquals(
        List.of(
            "hooked/templates/check.yaml: jobs one-check [test]",
            "hooked/templates/migrate.yaml: jobs one-job [pre-install, post-delete]"),
        objects(recording));
    assertTrue(recording.hooks().anyMatch(RecordedObject::isTest));
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
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: seen}
                    data:
                      before: "{{ not (empty $old) }}"
                      nodes: "{{ len (default list $nodes.items) }}"
                    """));

    assertEquals("INSTALL list nodes /", requests(recording).lines().toList().get(1));
    // The upgrade finds what the install created.
    assertTrue(recording.manifest().contains("before: \"true\""), recording::manifest);
  }

  @Test
  void servesTheKindsOfTheCharts() {
    var recording =
        record(
            TestChart.named("kinds")
                .file("crds/boats.yaml", definition("Boat", "boats", "Cluster"))
                .template(
                    "boat.yaml", "apiVersion: sea.example/v1\nkind: Boat\nmetadata: {name: b}"));

    assertEquals(List.of("kinds/templates/boat.yaml: boats b []"), objects(recording));
    assertFalse(recording.objects().getFirst().resource().namespaced());
    assertEquals(List.of(), recording.notes());
    assertEquals(
        List.of(
            "INSTALL get customresourcedefinitions /boats.sea.example",
            "INSTALL create customresourcedefinitions /boats.sea.example",
            "INSTALL get boats /b"),
        requests(recording).lines().limit(3).toList());
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
                + " has no definition of it; its resource is assumed to be clusterissuers,"
                + " cluster-scoped",
            "Kind ServiceMonitor of monitoring.coreos.com/v1 is not built into Kubernetes, and the"
                + " chart has no definition of it; its resource is assumed to be servicemonitors,"
                + " namespaced"),
        recording.notes().stream().sorted().toList());
    assertEquals(2, recording.objects().size());
  }

  @Test
  void reportsAMissingRequiredValueInHelmsWords() throws Exception {
    var chart =
        TestChart.named("strict")
            .template(
                "data.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ required "a port is required" .Values.port }}"}
                """);

    var failure = assertThrows(ManagerException.class, () -> record(chart));

    assertEquals(
        "chart strict cannot be rendered: execution error at (strict/templates/data.yaml:3:21): a"
            + " port is required",
        failure.getMessage());
    assertEquals(
        List.of("strict/templates/data.yaml: configmaps p80 []"),
        objects(record(chart, YamlValues.read("port: p80"))));
  }

  private static Recording record(TestChart chart) {
    return record(chart, Values.empty());
  }

  private static Recording record(TestChart chart, Values values) {
    return recorder.record(
        recorder.load(chart.path()), new ReleaseKey("place", "one"), values, CrdPolicy.CREATE);
  }

  /** Without those for release Secrets. */
  private static String requests(Recording recording) {
    return recording.requests().stream()
        .filter(request -> !request.resource().equals("secrets"))
        .map(
            request ->
                "%s %s %s %s/%s\n"
                    .formatted(
                        request.operation(),
                        request.verb(),
                        request.resource(),
                        request.namespace(),
                        request.name()))
        .collect(joining());
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

  static String job(String events, String policies) {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: "{{ .Release.Name }}-job"
      annotations: {helm.sh/hook: "%s", helm.sh/hook-delete-policy: "%s"}
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: main, image: busybox}]
    """
        .formatted(events, policies);
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
