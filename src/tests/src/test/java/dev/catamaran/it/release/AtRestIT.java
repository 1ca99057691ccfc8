package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Objects that wait for nobody's work are ready, although they do not work. */
class AtRestIT {
  private static final String POD =
      """
      selector: {matchLabels: {app: rest}}
        template:
          metadata: {labels: {app: rest}}
          spec: {containers: [{name: main, image: main}]}
      """;

  /** Kind, and the spec of an object at rest. */
  private static final Map<String, String> ROWS =
      Map.ofEntries(
          Map.entry("paused apps/v1 Deployment", "paused: true\n  " + POD),
          Map.entry("zero apps/v1 Deployment", "replicas: 0\n  " + POD),
          Map.entry("zeros apps/v1 StatefulSet", "replicas: 0\n  serviceName: a\n  " + POD),
          Map.entry(
              "ondelete apps/v1 StatefulSet",
              "updateStrategy: {type: OnDelete}\n  serviceName: a\n  " + POD),
          Map.entry(
              "part apps/v1 StatefulSet",
              "updateStrategy: {rollingUpdate: {partition: 1}}\n  serviceName: a\n  " + POD),
          Map.entry(
              "nodeless apps/v1 DaemonSet",
              POD.replace("spec: {", "spec: {nodeSelector: {place: nowhere}, ")),
          Map.entry("suspended batch/v1 Job", "suspend: true\n  " + job()),
          Map.entry("parallel batch/v1 Job", "parallelism: 0\n  " + job()),
          Map.entry(
              "cron batch/v1 CronJob",
              "suspend: true\n  schedule: '* * * * *'\n  jobTemplate:\n    spec:\n      "
                  + job().replace("\n", "\n    ").stripTrailing()),
          Map.entry("claim v1 PersistentVolumeClaim", claim("late-%s")),
          Map.entry(
              "ingress networking.k8s.io/v1 Ingress",
              "defaultBackend: {service: {name: a, port: {number: 80}}}"),
          Map.entry(
              "hpa autoscaling/v2 HorizontalPodAutoscaler",
              "maxReplicas: 2\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: zero}"),
          Map.entry(
              "pdb policy/v1 PodDisruptionBudget",
              "minAvailable: 1\n  selector: {matchLabels: {app: nothing}}"));

  @SideBySide
  void isReady(TestNamespace namespace) {
    var lateClass = "late-" + namespace.name();
    var storageClass =
        new StorageClassBuilder()
            .withNewMetadata()
            .withName(lateClass)
            .endMetadata()
            .withProvisioner("test.catamaran.dev/none")
            .withVolumeBindingMode("WaitForFirstConsumer")
            .build();
    namespace.client().resource(storageClass).create();
    try {
      namespace.operate(
          Watching.chart("Widget", chart(namespace.name()), "wait: true", "timeout: 20s"),
          Duration.ofSeconds(2));
      namespace.apply("Widget", "all", "{}");
      namespace.awaitReady("Widget", "all");
      assertEquals(List.of("1 deployed"), namespace.revisions("all"));

      // An upgrade, with pods that the controllers must not replace.
      namespace.deploy("Widget", "all", "{color: red}");
      assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("all"));
    } finally {
      namespace.client().resource(storageClass).delete();
    }
  }

  @SideBySide
  void waitsForAClaimThatIsBoundAtOnce(TestNamespace namespace) {
    var storageClass =
        new StorageClassBuilder()
            .withNewMetadata()
            .withName("soon-" + namespace.name())
            .endMetadata()
            .withProvisioner("test.catamaran.dev/none")
            .withVolumeBindingMode("Immediate")
            .build();
    namespace.client().resource(storageClass).create();
    try {
      var chart = TestChart.named("claim");
      template(
          chart, "claim v1 PersistentVolumeClaim", claim("soon-%s").formatted(namespace.name()));
      namespace.operate(Watching.chart("Widget", chart.path()), Duration.ofSeconds(1));
      namespace.apply("Widget", "one", "{}");

      namespace.awaitReason("Widget", "one", "Ready", "Progressing", "phase is Pending");
    } finally {
      namespace.client().resource(storageClass).delete();
    }
  }

  private static Path chart(String namespace) {
    var chart = TestChart.named("rest").values("{color: blue}");
    chart.configMap("color", "color", "{{ .Values.color }}");
    ROWS.forEach((row, spec) -> template(chart, row, spec.replace("%s", namespace)));
    return chart.path();
  }

  private static void template(TestChart chart, String row, String spec) {
    var words = row.split(" ", -1);
    chart.template(
        words[0] + ".yaml",
        """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, annotations: {color: "{{ .Values.color }}"}}
        spec:
          %s
        """
            .formatted(words[1], words[2], words[0], spec.stripTrailing()));
  }

  private static String job() {
    return """
    template:
        spec: {restartPolicy: Never, containers: [{name: main, image: main}]}
    """;
  }

  private static String claim(String storageClass) {
    return "storageClassName: "
        + storageClass
        + "\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Mi}}";
  }
}
