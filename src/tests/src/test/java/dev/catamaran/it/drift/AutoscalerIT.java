package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
  void keepsControlOfTheReplicas(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart()));
    namespace.deploy("Widget", "one", "{}");
    var foreign =
        Serialization.unmarshal(AUTOSCALER.formatted("one-foreign"), HorizontalPodAutoscaler.class);
    namespace.client().resource(foreign).inNamespace(namespace.name()).create();

    namespace
        .client()
        .apps()
        .deployments()
        .inNamespace(namespace.name())
        .withName("one-plain")
        .scale(2);
    eventually(
        () -> {
          assertEquals(2, generation(namespace, "one-plain") - 1);
          assertEquals(1, replicas(namespace, "one-plain"));
        });

    eventually(
        () -> {
          assertEquals(3, replicas(namespace, "one-own"));
          assertEquals(3, replicas(namespace, "one-foreign"));
        });
    throughout(
        Duration.ofSeconds(2),
        () -> {
          assertEquals(2, generation(namespace, "one-own"));
          assertEquals(2, generation(namespace, "one-foreign"));
        });
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));

    namespace.patch("Widget", "one", "{spec: {note: changed}}");
    eventually(() -> assertEquals("2 deployed", namespace.revisions("one").getLast()));
    assertEquals("changed", note(namespace, "one-own"));
    assertGenerationsAfterANewRevision(namespace);
    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");
    eventually(() -> assertEquals("3 deployed", namespace.revisions("one").getLast()));
    assertEquals(1, replicas(namespace, "one-plain"));
    assertGenerationsAfterANewRevision(namespace);
  }

  /** The definition of a custom kind says which field has its replicas. */
  @Test
  void keepsControlOfTheReplicasOfACustomKind(TestNamespace namespace) {
    var kind = new PassingKind(namespace);
    kind.define(
        "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {size: {type: integer}}}}}",
        "{status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}");
    namespace.operate(Watching.chart("Widget", scaled(kind)));
    namespace.deploy("Widget", "one", "{}");
    eventually(() -> assertEquals(3, size(kind)));
    throughout(Duration.ofSeconds(2), () -> assertEquals(3, size(kind)));

    namespace.deploy("Widget", "one", "{note: changed}");

    assertEquals("changed", kind.object("one").get().get("spec", "note"));
    assertEquals(3L, kind.object("one").get().getMetadata().getGeneration());
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

  /** A write of the replicas and the reset by the autoscaler would add two generations. */
  private static void assertGenerationsAfterANewRevision(TestNamespace namespace) {
    for (var deployment : List.of("one-own", "one-foreign")) {
      assertEquals(3, replicas(namespace, deployment));
      assertEquals(2, generation(namespace, deployment), "labels must not change the generation");
    }
  }

  private static String note(TestNamespace namespace, String deployment) {
    return namespace
        .existing(Deployment.class, deployment)
        .getMetadata()
        .getLabels()
        .getOrDefault("note", "");
  }

  private static int replicas(TestNamespace namespace, String deployment) {
    return namespace.existing(Deployment.class, deployment).getSpec().getReplicas();
  }

  private static long generation(TestNamespace namespace, String deployment) {
    return namespace.existing(Deployment.class, deployment).getMetadata().getGeneration();
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
