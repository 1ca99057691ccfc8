package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Uses the HorizontalPodAutoscaler controller of the cluster. */
class AutoscalerIT {
  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: "%1$s"}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: "%1$s"}
        minReplicas: 3
        maxReplicas: 5
        metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
      """;

  /** Fields by which an object names what it scales. */
  private static final List<String> NAMING = List.of("scaleTargetRef", "workloadRef", "targetRef");

  @Test
  void keepsControlOfTheReplicas(TestPrimary one) {
    var operator = one.operate(Watching.chart("Widget", chart()));
    one.deploy("{}");
    one.load(AUTOSCALER.formatted("RELEASE-foreign"));

    one.client()
        .apps()
        .deployments()
        .inNamespace(one.namespace().name())
        .withName("one-plain")
        .scale(2);
    awaitReplicas(one, 1, "plain");
    awaitReplicas(one, 3, "own", "foreign");
    var scaled = generations(one);
    Rest.after(operator, one, () -> one.annotate("example.com/look", "again"));
    assertEquals(scaled, generations(one));
    assertEquals(List.of("1 deployed"), one.revisions());

    one.patch("{spec: {note: changed}}");
    one.awaitNewestRevision("2 deployed");
    assertEquals("changed", one.value(Deployment.class, "own", "metadata.labels.note"));
    // A write of the replicas and the reset by the autoscaler would add two generations.
    assertEquals(scaled, generations(one), "labels must not change the generation");
    one.annotate("catamaran.dev/rollback-to", "1");
    one.awaitNewestRevision("3 deployed");
    assertEquals(scaled, generations(one));
    awaitReplicas(one, 1, "plain");
    awaitReplicas(one, 3, "own", "foreign");
  }

  private static void awaitReplicas(TestPrimary one, int replicas, String... deployments) {
    for (var each : deployments) {
      one.awaitValue(Deployment.class, each, "spec.replicas", String.valueOf(replicas));
    }
  }

  private static List<String> generations(TestPrimary one) {
    return Stream.of("own", "foreign", "plain")
        .map(each -> one.value(Deployment.class, each, "metadata.generation"))
        .toList();
  }

  /** The definition of a custom kind says which field has its replicas. */
  @Test
  void keepsControlOfTheReplicasOfACustomKind(TestPrimary one) {
    var kind = new PassingKind(one.namespace());
    kind.define(
        "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {spec: {type:"
            + " object, x-kubernetes-preserve-unknown-fields: true, properties: {size: {type:"
            + " integer}}}}}",
        "{status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}");
    var operator = one.operate(Watching.chart("Widget", scaled(kind)));
    one.deploy("{}");
    eventually(() -> assertEquals(3, size(kind)));
    Rest.after(operator, one, () -> one.annotate("example.com/look", "again"));
    assertEquals(3, size(kind));
    var before = kind.object("one").get().getMetadata().getGeneration();

    one.deploy("{note: changed}");

    assertEquals("changed", kind.object("one").get().get("spec", "note"));
    assertEquals(before + 1, kind.object("one").get().getMetadata().getGeneration());
    assertEquals(3, size(kind));
  }

  /** A Rollout of Argo and a Canary of Flagger write the replicas themselves, without /scale. */
  @Test
  void leavesTheReplicasToWhateverObjectOfTheChartNamesTheWorkload(TestPrimary one) {
    var kind = new PassingKind(one.namespace());
    kind.define();
    var operator = one.operate(Watching.chart("Widget", named(kind)));
    one.deploy("{}");

    Rest.after(operator, one, () -> NAMING.forEach(each -> scaleToZero(one, each)));
    NAMING.forEach(each -> awaitReplicas(one, 0, each.toLowerCase(Locale.ROOT)));
    one.deploy("{note: changed}");
    NAMING.forEach(each -> awaitReplicas(one, 0, each.toLowerCase(Locale.ROOT)));
  }

  private static void scaleToZero(TestPrimary one, String named) {
    one.merge(Deployment.class, named.toLowerCase(Locale.ROOT), "{spec: {replicas: 0}}");
  }

  private static Path named(PassingKind kind) {
    return TestChart.named("named")
        .template(
            "all.yaml",
            """
            {{- range list "scaleTargetRef" "workloadRef" "targetRef" }}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: "{{ $.Release.Name }}-{{ . | lower }}"
              labels: {note: "{{ $.Values.note }}"}
            spec:
              replicas: 2
              selector: {matchLabels: {app: "{{ . }}"}}
              template:
                metadata: {labels: {app: "{{ . }}"}}
                spec: {containers: [{name: main, image: main}]}
            ---
            apiVersion: %s
            kind: Passing
            metadata: {name: "{{ $.Release.Name }}-{{ . | lower }}"}
            spec:
              {{ . }}: {apiVersion: apps/v1, kind: Deployment, name: "{{ $.Release.Name }}-{{ . | lower }}"}
            {{- end }}
            """
                .formatted(kind.apiVersion()))
        .path();
  }

  /** An autoscaler does not scale up from 0: without pods, nothing asks for more. */
  @Test
  void beginsWithAPodWhereTheChartHeldNone(TestPrimary one) {
    one.operate(Watching.chart("Widget", held()));
    one.deploy("{hold: true}");
    awaitReplicas(one, 0, "held");

    one.deploy("{hold: false}");

    awaitReplicas(one, 1, "held");
  }

  private static Path held() {
    return TestChart.named("held")
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-held"}
            spec:
              {{- if .Values.hold }}
              replicas: 0
              {{- end }}
              selector: {matchLabels: {app: held}}
              template:
                metadata: {labels: {app: held}}
                spec: {containers: [{name: main, image: main}]}
            """)
        .path();
  }

  private static @Nullable Object size(PassingKind kind) {
    return kind.object("one").get().get("spec", "size");
  }

  private static Path scaled(PassingKind kind) {
    return TestChart.named("scaled")
        .template(
            "passing.yaml",
            """
            apiVersion: %s
            kind: Passing
            metadata: {name: "{{ .Release.Name }}"}
            spec: {size: 1, note: "{{ .Values.note }}"}
            """
                .formatted(kind.apiVersion()))
        .template(
            "hpa.yaml",
            AUTOSCALER
                .formatted("{{ .Release.Name }}")
                .replace("apps/v1, kind: Deployment", kind.apiVersion() + ", kind: Passing"))
        .path();
  }

  private static Path chart() {
    return TestChart.named("scaled")
        .template(
            "deployments.yaml",
            """
            {{- range list "own" "foreign" "plain" }}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: "{{ $.Release.Name }}-{{ . }}"
              labels: {note: "{{ $.Values.note }}"}
            spec:
              replicas: 1
              selector: {matchLabels: {app: "{{ . }}"}}
              template:
                metadata: {labels: {app: "{{ . }}"}}
                spec: {containers: [{name: main, image: main}]}
            {{- end }}
            """)
        .template("hpa.yaml", AUTOSCALER.formatted("{{ .Release.Name }}-own"))
        .path();
  }
}
