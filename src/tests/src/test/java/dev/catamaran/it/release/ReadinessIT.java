package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class ReadinessIT {
  private static final TestChart KINDS =
      TestChart.named("kinds")
          .values("{color: blue, kinds: [Others], failing: true}")
          .configMap("colors", "color", "{{ .Values.color }}")
          .template(
              "all.yaml",
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
              {{- if has "Others" .Values.kinds }}
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
              {{- end }}
              """);

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", KINDS.path())
              .and(
                  "Gizmo",
                  KINDS.path(),
                  "wait: true",
                  "timeout: 10m",
                  "remediation: {install: keep}")
              .and(
                  "Trinket",
                  KINDS.path(),
                  "wait: true",
                  "timeout: 10m",
                  "maxHistory: 1",
                  "remediation: {retries: 0}"));

  @Test
  void followsTheWorkloadsWatchedOrNot(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.memcached())
            .and(
                "Gadget",
                TestChart.memcached(),
                "watchDependentResources: false",
                "reconcilePeriod: 1s"));
    var both = List.of(namespace.one("Widget", "watched"), namespace.one("Gadget", "unwatched"));
    both.forEach(one -> one.apply("{nodeSelector: {place: nowhere}}"));
    for (var one : both) {
      one.awaitReason("Ready", "Progressing", "Deployment/" + one.object("memcached"));
      assertEquals("False", one.condition("Ready").get("status"));
      assertEquals("True", one.condition("Deployed").get("status"));

      one.deploy("{}");
      assertEquals("AllReady", one.condition("Ready").get("reason"));
    }
  }

  @Test
  void reportsTheCausesOfUnreadyObjects(TestPrimary one) {
    var gadget = one.part("Gadget", "");
    one.apply("{}");
    one.awaitMessage(
        "Ready",
        "Job/%s: Job was active longer than".formatted(one.name()),
        "Service/%s: no load balancer has given it".formatted(one.name()),
        "PersistentVolumeClaim/%s: phase is Pending".formatted(one.name()));
    assertFalse(one.condition("Ready").toString().contains("Gadget/"));

    gadget.mergeStatus(
        "{\"status\":{\"conditions\":[{\"type\":\"Stalled\",\"status\":\"True\",\"message\":\"no"
            + " quota\"}]}}");
    one.awaitMessage("Ready", "Gadget/%s: no quota".formatted(one.name()));
    gadget.mergeStatus("{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
    eventually(() -> assertFalse(one.condition("Ready").toString().contains("Gadget/")));
  }

  @Test
  void doesNotWaitForAFailedJob(@OfKind("Gizmo") TestPrimary one) {
    one.apply("{}");

    one.awaitMessage("ReleaseFailed", "Job/%s: Job was active longer than".formatted(one.name()));
    assertEquals("True", one.condition("ReleaseFailed").get("status"));
  }

  @Test
  void rollsBackARevisionThatDoesNotBecomeReadyWithTheShortestHistory(
      @OfKind("Trinket") TestPrimary one) {
    one.deploy("{failing: false, kinds: []}");

    one.apply("{color: red, kinds: []}");

    one.awaitReason("Stalled", "RetriesExceeded");
    assertEquals(Map.of("color", "blue"), one.data("colors"));
    assertEquals(List.of("1 superseded", "3 deployed"), one.revisions());
  }
}
