package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules are those of kstatus (sigs.k8s.io/cli-utils, pkg/kstatus/status). */
class ReadinessTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 0} | progressing: its controller has not seen the change yet
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 2} | progressing: its controller has not seen the change yet
          apps/v1 Deployment | metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2} | progressing: its controller has not seen the change yet
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 3, updatedReplicas: 1, availableReplicas: 2} | progressing: not all replicas are updated
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 3, updatedReplicas: 2, availableReplicas: 3} | progressing: not all replicas are updated
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 1} | progressing: not all replicas are ready
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2} | ready
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 0}, status: {observedGeneration: 1} | ready
          apps/v1 Deployment | metadata: {generation: 1}, status: {observedGeneration: 1, updatedReplicas: 1, availableReplicas: 1} | ready
          apps/v1 Deployment | metadata: {generation: 1}, status: {observedGeneration: 1, conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message: timed out}]} | failed: timed out
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 1}, status: {observedGeneration: 1, conditions: [{type: ReplicaFailure, status: 'True', message: exceeded quota}]} | progressing: exceeded quota
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 0}, status: {observedGeneration: 1, conditions: [{type: ReplicaFailure, status: 'True', message: exceeded quota}]} | ready
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 1}, status: {observedGeneration: 1, conditions: [{type: Progressing, status: 'False', reason: FailedCreate, message: too long}]} | progressing: too long
          apps/v1 Deployment | metadata: {generation: 1}, spec: {replicas: 1}, status: {observedGeneration: 1, conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message: late}, {type: ReplicaFailure, status: 'True', message: quota}]} | failed: quota
          apps/v1 Deployment | metadata: {generation: 1}, spec: {paused: true, replicas: 2}, status: {observedGeneration: 1, replicas: 0, availableReplicas: 0} | ready
          apps/v1 Deployment | metadata: {generation: 1}, spec: {paused: true, replicas: 2}, status: {observedGeneration: 1, replicas: 2, availableReplicas: 2} | ready
          apps/v1 Deployment | metadata: {generation: 1}, spec: {paused: true, replicas: 2}, status: {observedGeneration: 1, replicas: 2, availableReplicas: 1} | progressing: not all replicas are ready
          apps/v1 StatefulSet | metadata: {generation: 1}, spec: {replicas: 1} | progressing: its controller has not seen the change yet
          apps/v1 StatefulSet | spec: {replicas: 2}, status: {readyReplicas: 1, currentRevision: a, updateRevision: a} | progressing: not all replicas are ready
          apps/v1 StatefulSet | spec: {replicas: 2}, status: {readyReplicas: 2, currentRevision: a, updateRevision: a} | ready
          apps/v1 StatefulSet | spec: {replicas: 2}, status: {readyReplicas: 2, currentRevision: a, updateRevision: b} | progressing: not all replicas are updated
          apps/v1 StatefulSet | spec: {replicas: 2, updateStrategy: {rollingUpdate: {partition: 1}}}, status: {readyReplicas: 2, updatedReplicas: 1, currentRevision: a, updateRevision: b} | ready
          apps/v1 StatefulSet | spec: {replicas: 3, updateStrategy: {rollingUpdate: {partition: 1}}}, status: {readyReplicas: 3, updatedReplicas: 1, currentRevision: a, updateRevision: b} | progressing: not all replicas are updated
          apps/v1 StatefulSet | spec: {replicas: 3, ordinals: {start: 5}, updateStrategy: {rollingUpdate: {partition: 6}}}, status: {readyReplicas: 3, updatedReplicas: 1, currentRevision: a, updateRevision: b} | progressing: not all replicas are updated
          apps/v1 StatefulSet | spec: {replicas: 2}, status: {replicas: 1, readyReplicas: 1, currentRevision: a, updateRevision: a} | silent: not all pods are created
          apps/v1 StatefulSet | spec: {replicas: 2, updateStrategy: {type: OnDelete}}, status: {readyReplicas: 2, currentRevision: a, updateRevision: b} | ready
          apps/v1 StatefulSet | spec: {replicas: 2, minReadySeconds: 9}, status: {readyReplicas: 2, availableReplicas: 1, currentRevision: a, updateRevision: a} | progressing: not all replicas are ready
          v1 ReplicationController | spec: {replicas: 2}, status: {readyReplicas: 1} | progressing: not all replicas are ready
          v1 ReplicationController | spec: {replicas: 2}, status: {readyReplicas: 2} | ready
          apps/v1 ReplicaSet | spec: {replicas: 2}, status: {readyReplicas: 1} | progressing: not all replicas are ready
          apps/v1 ReplicaSet | spec: {replicas: 2}, status: {readyReplicas: 2} | ready
          apps/v1 ReplicaSet | spec: {replicas: 1}, status: {conditions: [{type: ReplicaFailure, status: 'True', message: exceeded quota}]} | progressing: exceeded quota
          apps/v1 DaemonSet | metadata: {generation: 1} | progressing: its controller has not seen the change yet
          apps/v1 DaemonSet | status: {desiredNumberScheduled: 2, updatedNumberScheduled: 1, numberReady: 2} | progressing: not all replicas are updated
          apps/v1 DaemonSet | status: {desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberReady: 1} | progressing: not all replicas are ready
          apps/v1 DaemonSet | status: {desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberReady: 2} | ready
          apps/v1 DaemonSet | spec: {minReadySeconds: 9}, status: {desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberReady: 2, numberAvailable: 1} | progressing: not all replicas are ready
          apps/v1 DaemonSet | status: {desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberReady: 0} | ready
          apps/v1 DaemonSet | status: {desiredNumberScheduled: 2, currentNumberScheduled: 1} | silent: not all pods are created
          batch/v1 Job | spec: {} | silent: not Complete yet
          batch/v1 Job | status: {active: 1} | progressing: not Complete yet
          batch/v1 Job | status: {conditions: [{type: Complete, status: 'True'}]} | ready
          batch/v1 Job | status: {conditions: [{type: Failed, status: 'True', message: too many}]} | failed: too many
          batch/v1 Job | status: {conditions: [{type: Failed, status: 'True', message: ''}]} | failed: it failed
          batch/v1 Job | spec: {suspend: true} | ready
          batch/v1 Job | spec: {parallelism: 0} | ready
          batch/v1 Job | metadata: {deletionTimestamp: now}, spec: {} | progressing: it is being deleted
          batch/v1 CronJob | spec: {suspend: true} | ready
          v1 Pod | status: {phase: Pending} | progressing: not Ready yet
          v1 Pod | status: {conditions: [{type: Ready, status: 'True'}]} | ready
          v1 Pod | status: {conditions: [{type: Ready, status: 'False', message: slow}]} | progressing: slow
          v1 Pod | status: {phase: Succeeded, conditions: [{type: Ready, status: 'False'}]} | ready
          v1 Pod | status: {phase: Failed, message: evicted} | failed: evicted
          v1 PersistentVolumeClaim | spec: {} | silent: phase is Pending
          v1 PersistentVolumeClaim | spec: {storageClassName: a} | unclaimed: a
          v1 PersistentVolumeClaim | metadata: {annotations: {volume.kubernetes.io/selected-node: b}}, spec: {storageClassName: a} | silent: phase is Pending
          v1 PersistentVolumeClaim | status: {phase: Lost} | failed: phase is Lost: the volume that it was bound to is gone
          v1 PersistentVolumeClaim | status: {phase: Bound} | ready
          v1 ConfigMap | data: {} | ready
          v1 ConfigMap | metadata: {deletionTimestamp: now} | progressing: it is being deleted
          v1 Service | spec: {} | ready
          v1 Service | spec: {type: LoadBalancer} | silent: no load balancer has given it an address
          v1 Service | spec: {type: LoadBalancer, externalIPs: [10.0.0.1]} | ready
          v1 Service | spec: {type: LoadBalancer}, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}} | ready
          apiextensions.k8s.io/v1 CustomResourceDefinition | spec: {} | progressing: not Established yet
          apiextensions.k8s.io/v1 CustomResourceDefinition | status: {conditions: [{type: Established, status: 'True'}]} | ready
          apiextensions.k8s.io/v1 CustomResourceDefinition | status: {conditions: [{type: NamesAccepted, status: 'False', message: taken}]} | failed: taken
          argoproj.io/v1alpha1 Rollout | metadata: {generation: 2}, status: {observedGeneration: 85f9884d5d} | ready
          argoproj.io/v1alpha1 Rollout | metadata: {generation: 2}, status: {observedGeneration: '1'} | progressing: its controller has not seen the change yet
          my.domain/v1 Vault | spec: {} | ready
          my.domain/v1 Vault | status: {conditions: [{type: Sealed, status: 'False'}]} | ready
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: 'True'}]} | ready
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: Unknown, message: sealed}]} | progressing: sealed
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: 'False', message: ''}]} | progressing: not Ready
          my.domain/v1 Vault | metadata: {generation: 2}, status: {observedGeneration: 1, conditions: [{type: Ready, status: 'True'}]} | progressing: its controller has not seen the change yet
          my.domain/v1 Vault | metadata: {generation: 2}, status: {conditions: [{type: Ready, status: 'True', observedGeneration: 1}]} | progressing: its controller has not seen the change yet
          my.domain/v1 Vault | metadata: {generation: 2}, status: {conditions: [{type: Ready, status: 'True', observedGeneration: 2}]} | ready
          my.domain/v1 Vault | metadata: {generation: 2}, spec: {suspend: true}, status: {observedGeneration: -1} | ready
          my.domain/v1 Vault | metadata: {generation: 2}, spec: {paused: true}, status: {observedGeneration: -1} | ready
          my.domain/v1 Vault | metadata: {generation: 2}, spec: {sealed: true}, status: {observedGeneration: -1} | progressing: its controller has not seen the change yet
          my.domain/v1 Vault | spec: {suspend: true}, status: {conditions: [{type: Ready, status: 'False', message: down}]} | progressing: down
          my.domain/v1 Vault | status: {conditions: [{type: Stalled, status: 'True', message: no quota}]} | failed: no quota
          my.domain/v1 Vault | status: {conditions: [{type: Stalled, status: 'True', message: ''}]} | failed: it is stalled
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: 'True'}, {type: Stalled, status: 'True', message: m}]} | failed: m
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: 'True'}, {type: Stalled, status: 'False', message: m}]} | ready
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: 'True'}, {type: Reconciling, status: 'True', message: m}]} | progressing: m
          my.domain/v1 Vault | status: {conditions: [{type: Ready, status: 'True'}, {type: Reconciling, status: 'False', message: m}]} | ready
          """)
  void isJudgedByItsKind(String kind, String rest, String expected) throws IOException {
    var names = kind.split(" ", 2);
    var yaml = "{apiVersion: %s, kind: %s, %s}".formatted(names[0], names[1], rest);
    var readiness = Readiness.of(new YAMLMapper().readTree(yaml));
    assertEquals(expected.equals("ready"), readiness.isReady());
    assertEquals(
        expected,
        switch (readiness) {
          case Readiness.Ready ignored -> "ready";
          case Readiness.Progressing(var message) -> "progressing: " + message;
          case Readiness.Silent(var message) -> "silent: " + message;
          case Readiness.Unclaimed(var storageClass) -> "unclaimed: " + storageClass;
          case Readiness.Failed(var message) -> "failed: " + message;
        });
  }

  @Test
  void keepsTheBeginningOfALongMessage() throws IOException {
    var object =
        new YAMLMapper()
            .readTree(
                "{kind: Boat, status: {conditions: [{type: Stalled, status: 'True', message: %s}]}}"
                    .formatted("x".repeat(100_000)));
    assertEquals(new Readiness.Failed("x".repeat(1000) + "…"), Readiness.of(object));
  }
}
