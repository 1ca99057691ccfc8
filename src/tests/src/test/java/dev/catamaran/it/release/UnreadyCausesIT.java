package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** The condition Ready says what a controller says. */
class UnreadyCausesIT {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  @SideBySide
  void areAmongTheConditionsOrEventsOfRefusedPods(TestNamespace namespace) {
    namespace
        .client()
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("no-pods")
                .withNamespace(namespace.name())
                .endMetadata()
                .withNewSpec()
                .withHard(Map.of("pods", new Quantity("0")))
                .endSpec()
                .build())
        .create();
    eventually(
        () ->
            assertTrue(
                namespace
                    .client()
                    .resourceQuotas()
                    .inNamespace(namespace.name())
                    .withName("no-pods")
                    .get()
                    .getStatus()
                    .getHard()
                    .containsKey("pods")));
    namespace.operate(Watching.chart("Widget", controllers()), PERIOD);
    namespace.apply("Widget", "one", "{}");

    Stream.of("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job")
        .forEach(kind -> awaitCause(namespace, kind, "exceeded quota: no-pods"));
  }

  @SideBySide
  void areInEventsOfANameThatIsTooLong(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", controllers()), PERIOD);
    var name = "n".repeat(50);
    namespace.apply("Widget", name, "{suffix: and-more}");

    eventually(
        () -> {
          var message = namespace.condition("Widget", name, "Ready").getOrDefault("message", "");
          assertTrue(message.contains("StatefulSet/" + name), message);
          assertTrue(message.contains("must be no more than 63"), message);
        });
  }

  private static void awaitCause(TestNamespace namespace, String kind, String cause) {
    eventually(
        () -> {
          var message = namespace.condition("Widget", "one", "Ready").getOrDefault("message", "");
          assertTrue(
              Stream.of(message.split("; ", -1))
                  .filter(part -> part.startsWith(kind + "/"))
                  .anyMatch(part -> part.contains(cause)),
              kind + " in " + message);
        });
  }

  private static Path controllers() {
    var chart = TestChart.named("controllers");
    Stream.of("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet")
        .forEach(
            kind ->
                chart.template(
                    kind + ".yaml",
                    """
                    apiVersion: apps/v1
                    kind: %1$s
                    metadata: {name: "{{ .Release.Name }}{{ with .Values.suffix }}-{{ . }}{{ end }}"}
                    spec:
                      selector: {matchLabels: {app: %1$s}}
                      template:
                        metadata: {labels: {app: %1$s}}
                        spec: {containers: [{name: main, image: main}]}
                    """
                        .formatted(kind)));
    return chart
        .template(
            "job.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              template:
                spec: {restartPolicy: Never, containers: [{name: main, image: main}]}
            """)
        .path();
  }
}
