package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ReadinessIT {

  @Test
  void followsTheWorkloads(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    namespace.apply("Widget", "cache", "{nodeSelector: {place: nowhere}}");
    eventually(
        () -> {
          var ready = namespace.condition("Widget", "cache", "Ready");
          assertEquals("False", ready.get("status"));
          assertEquals("Progressing", ready.get("reason"));
          assertTrue(ready.get("message").contains("Deployment/cache-memcached"), ready::toString);
          assertEquals("True", namespace.condition("Widget", "cache", "Deployed").get("status"));
        });

    namespace.deploy("Widget", "cache", "{}");
    assertEquals("AllReady", namespace.condition("Widget", "cache", "Ready").get("reason"));
  }

  @Test
  void readsUnwatchedWorkloadsEachPeriod(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.memcached(), "watchDependentResources: false"),
        Duration.ofSeconds(1));
    namespace.apply("Widget", "cache", "{nodeSelector: {place: nowhere}}");
    eventually(
        () -> {
          var ready = namespace.condition("Widget", "cache", "Ready");
          assertEquals("False", ready.get("status"));
          assertTrue(ready.get("message").contains("Deployment/cache-memcached"), ready::toString);
        });

    namespace.deploy("Widget", "cache", "{}");
  }

  @Test
  void reportsTheCausesOfUnreadyObjects(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", kinds()));
    namespace.apply("Widget", "one", "{}");
    eventually(
        () -> {
          var message = namespace.condition("Widget", "one", "Ready").getOrDefault("message", "");
          assertTrue(message.contains("Job/one: Job was active longer than"), message);
          assertTrue(message.contains("Service/one: no load balancer has given it"), message);
          assertTrue(message.contains("PersistentVolumeClaim/one: phase is Pending"), message);
          assertFalse(message.contains("Gadget/one"), message);
        });

    setStatus(namespace, "{type: Stalled, status: 'True', message: no quota}");
    eventually(
        () -> {
          var message = namespace.condition("Widget", "one", "Ready").getOrDefault("message", "");
          assertTrue(message.contains("Gadget/one: no quota"), message);
        });
    setStatus(namespace, "{type: Ready, status: 'True'}");
    eventually(
        () -> {
          var message = namespace.condition("Widget", "one", "Ready").getOrDefault("message", "");
          assertFalse(message.contains("Gadget/one"), message);
        });
  }

  @Test
  void doesNotWaitForAFailedJob(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget", kinds(), "wait: true", "timeout: 10m", "remediation: {install: keep}"));
    namespace.apply("Widget", "one", "{}");

    eventually(
        () -> {
          var failed = namespace.condition("Widget", "one", "ReleaseFailed");
          assertEquals("True", failed.get("status"));
          var message = failed.getOrDefault("message", "");
          assertTrue(message.contains("Job/one: Job was active longer than"), message);
        });
  }

  @Test
  void rollsBackARevisionThatDoesNotBecomeReadyWithTheShortestHistory(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            oneFailingJob(),
            "wait: true",
            "timeout: 10m",
            "maxHistory: 1",
            "remediation: {retries: 0}"));
    namespace.deploy("Widget", "one", "{color: blue, failing: false}");

    namespace.apply("Widget", "one", "{color: red, failing: true}");

    namespace.awaitReason("Widget", "one", "Stalled", "RetriesExceeded");
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    assertEquals(List.of("1 superseded", "3 deployed"), namespace.revisions("one"));
  }

  private static void setStatus(TestNamespace namespace, String condition) {
    var patch = "status: {conditions: [%s]}".formatted(condition);
    namespace.mergeStatus("Gadget", "one", Serialization.asJson(yaml(patch)));
  }

  private static Object yaml(String text) {
    return Serialization.unmarshal(text, Map.class);
  }

  private static Path oneFailingJob() {
    return TestChart.named("jobs")
        .configMap("colors", "color", "{{ .Values.color }}")
        .template(
            "job.yaml",
            """
            {{- if .Values.failing }}
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              activeDeadlineSeconds: 1
              template:
                spec:
                  restartPolicy: Never
                  nodeSelector: {place: nowhere}
                  containers: [{name: main, image: main}]
            {{- end }}
            """)
        .path();
  }

  private static Path kinds() {
    return TestChart.named("kinds")
        .template(
            "all.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              activeDeadlineSeconds: 1
              template:
                spec:
                  restartPolicy: Never
                  nodeSelector: {place: nowhere}
                  containers: [{name: main, image: main}]
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {type: LoadBalancer, ports: [{port: 80}]}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              storageClassName: nowhere
              accessModes: [ReadWriteOnce]
              resources: {requests: {storage: 1Mi}}
            ---
            apiVersion: test.catamaran.dev/v1
            kind: Gadget
            metadata: {name: "{{ .Release.Name }}"}
            spec: {}
            """)
        .path();
  }
}
