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
