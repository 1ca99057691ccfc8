package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What waits for nobody's work is ready; of all else, Ready says what a controller says. */
class AtRestIT {
  private static final String STORAGE_CLASS =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: NAMESPACE}
      provisioner: test.catamaran.dev/none
      volumeBindingMode: %s
      """;
  private static final String CLAIM =
      "storageClassName: '{{ .Release.Namespace }}', accessModes: [ReadWriteOnce],"
          + " resources: {requests: {storage: 1Mi}}";
  private static final String POD =
      "selector: {matchLabels: {app: rest}}, template: {metadata: {labels: {app: rest}},"
          + " spec: {containers: [{name: main, image: main}]}}";
  private static final String JOB =
      "template: {spec: {restartPolicy: Never, containers: [{name: main, image: main}]}}";

  /** Kind, and the spec of an object at rest. */
  private static final Map<String, String> ROWS =
      Map.ofEntries(
          Map.entry("paused apps/v1 Deployment", "paused: true, " + POD),
          Map.entry("zero apps/v1 Deployment", "replicas: 0, " + POD),
          Map.entry("zeros apps/v1 StatefulSet", "replicas: 0, serviceName: a, " + POD),
          Map.entry(
              "ondelete apps/v1 StatefulSet",
              "updateStrategy: {type: OnDelete}, serviceName: a, " + POD),
          Map.entry(
              "part apps/v1 StatefulSet",
              "updateStrategy: {rollingUpdate: {partition: 1}}, serviceName: a, " + POD),
          Map.entry(
              "nodeless apps/v1 DaemonSet",
              POD.replace(" spec: {", " spec: {nodeSelector: {place: nowhere}, ")),
          Map.entry("suspended batch/v1 Job", "suspend: true, " + JOB),
          Map.entry("parallel batch/v1 Job", "parallelism: 0, " + JOB),
          Map.entry(
              "cron batch/v1 CronJob",
              "suspend: true, schedule: '* * * * *', jobTemplate: {spec: {" + JOB + "}}"),
          Map.entry("claim v1 PersistentVolumeClaim", CLAIM),
          Map.entry(
              "ingress networking.k8s.io/v1 Ingress",
              "defaultBackend: {service: {name: a, port: {number: 80}}}"),
          Map.entry(
              "hpa autoscaling/v2 HorizontalPodAutoscaler",
              "maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name:"
                  + " zero}"),
          Map.entry(
              "pdb policy/v1 PodDisruptionBudget",
              "minAvailable: 1, selector: {matchLabels: {app: nothing}}"));

  @SideBySide
  void isReady(TestPrimary one) {
    one.load(STORAGE_CLASS.formatted("WaitForFirstConsumer"));
    one.operate(
        Watching.chart("Widget", chart(ROWS), "wait: true", "timeout: 20s"), Duration.ofSeconds(2));
    one.deploy("{}");
    assertEquals(List.of("1 deployed"), one.revisions());

    // An upgrade, with pods that the controllers must not replace.
    one.deploy("{color: red}");
    assertEquals(List.of("1 superseded", "2 deployed"), one.revisions());
  }

  @SideBySide
  void waitsForAClaimThatIsBoundAtOnce(TestPrimary one) {
    one.load(STORAGE_CLASS.formatted("Immediate"));
    one.operate(
        Watching.chart("Widget", chart(Map.of("claim v1 PersistentVolumeClaim", CLAIM))),
        Duration.ofSeconds(1));
    one.apply("{}");

    one.awaitReason("Ready", "Progressing", "phase is Pending");
  }

  private static java.nio.file.Path chart(Map<String, String> rows) {
    var chart = TestChart.named("rest").values("{color: blue}");
    chart.configMap("color", "color", "{{ .Values.color }}");
    rows.forEach(
        (row, spec) -> {
          var words = row.split(" ", -1);
          chart.template(
              words[0] + ".yaml",
              """
              apiVersion: %s
              kind: %s
              metadata: {name: %s, annotations: {color: "{{ .Values.color }}"}}
              spec: {%s}
              """
                  .formatted(words[1], words[2], words[0], spec));
        });
    return chart.path();
  }

  private static final Duration PERIOD = Duration.ofSeconds(2);

  @SideBySide
  void areAmongTheConditionsOrEventsOfRefusedPods(TestPrimary one) {
    one.load(
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: no-pods}, spec: {hard: {pods:"
            + " \"0\"}}}");
    var quota = one.namespace();
    eventually(
        () ->
            assertTrue(
                quota
                    .existing(ResourceQuota.class, "no-pods")
                    .getStatus()
                    .getHard()
                    .containsKey("pods")));
    one.operate(controllers(), PERIOD);
    one.apply("{}");

    Stream.of("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job")
        .forEach(
            kind ->
                eventually(
                    () -> {
                      var message = one.condition("Ready").getOrDefault("message", "");
                      assertTrue(
                          Stream.of(message.split("; ", -1))
                              .filter(part -> part.startsWith(kind + "/"))
                              .anyMatch(part -> part.contains("exceeded quota: no-pods")),
                          kind + " in " + message);
                    }));
  }

  @SideBySide
  void areInEventsOfANameThatIsTooLong(TestNamespace namespace) {
    namespace.operate(controllers(), PERIOD);
    var name = "n".repeat(50);
    var one = namespace.widget(name).apply("{suffix: and-more}");

    one.awaitMessage("Ready", "StatefulSet/" + name, "must be no more than 63");
  }

  private static Watching controllers() {
    return Watching.chart(
        "Widget",
        TestChart.named("controllers")
            .template(
                "all.yaml",
                """
                {{- range list "Deployment" "ReplicaSet" "StatefulSet" "DaemonSet" }}
                apiVersion: apps/v1
                kind: {{ . }}
                metadata: {name: "{{ $.Release.Name }}{{ with $.Values.suffix }}-{{ . }}{{ end }}"}
                spec:
                  selector: {matchLabels: {app: {{ . }}}}
                  template:
                    metadata: {labels: {app: {{ . }}}}
                    spec: {containers: [{name: main, image: main}]}
                ---
                {{- end }}
                apiVersion: batch/v1
                kind: Job
                metadata: {name: "{{ .Release.Name }}"}
                spec:
                  template:
                    spec: {restartPolicy: Never, containers: [{name: main, image: main}]}
                """)
            .path());
  }
}
