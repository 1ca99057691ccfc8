package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.cluster.Readiness.Failed;
import dev.catamaran.cluster.Readiness.Progressing;
import dev.catamaran.cluster.Readiness.Ready;
import dev.catamaran.cluster.Readiness.Silent;
import dev.catamaran.cluster.Readiness.Unclaimed;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules are those of kstatus (sigs.k8s.io/cli-utils, pkg/kstatus/status). */
class ReadinessTest {
  private static final Readiness READY = new Ready();
  private static final Readiness UNSEEN =
      new Progressing("its controller has not seen the change yet");
  private static final Readiness NOT_UPDATED = new Progressing("not all replicas are updated");
  private static final Readiness NOT_MADE = new Silent("not all pods are created");
  private static final Readiness NOT_READY = new Progressing("not all replicas are ready");

  private static Arguments row(String kind, String rest, Readiness readiness) {
    return arguments(kind, rest, readiness);
  }

  static Stream<Arguments> deployments() {
    var kind = "apps/v1 Deployment";
    return Stream.of(
        row(kind, "metadata: {generation: 1}, spec: {replicas: 0}", UNSEEN),
        row(kind, "metadata: {generation: 1}, spec: {replicas: 2}", UNSEEN),
        row(
            kind,
            "metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 1,"
                + " replicas: 2, updatedReplicas: 2, availableReplicas: 2}",
            UNSEEN),
        row(
            kind,
            "metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 2,"
                + " replicas: 3, updatedReplicas: 1, availableReplicas: 2}",
            NOT_UPDATED),
        row(
            kind,
            "metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 2,"
                + " replicas: 3, updatedReplicas: 2, availableReplicas: 3}",
            NOT_UPDATED),
        row(
            kind,
            "metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 2,"
                + " replicas: 2, updatedReplicas: 2, availableReplicas: 1}",
            NOT_READY),
        row(
            kind,
            "metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 2,"
                + " replicas: 2, updatedReplicas: 2, availableReplicas: 2}",
            READY),
        row(
            kind,
            "metadata: {generation: 1}, spec: {replicas: 0}, status: {observedGeneration: 1}",
            READY),
        row(
            kind,
            "metadata: {generation: 1}, status: {observedGeneration: 1, updatedReplicas: 1,"
                + " availableReplicas: 1}",
            READY));
  }

  static Stream<Arguments> otherWorkloads() {
    var statefulSet = "apps/v1 StatefulSet";
    var daemonSet = "apps/v1 DaemonSet";
    return Stream.of(
        row(statefulSet, "metadata: {generation: 1}, spec: {replicas: 1}", UNSEEN),
        row(
            statefulSet,
            "spec: {replicas: 2}, status: {readyReplicas: 1, currentRevision: a, updateRevision: a}",
            NOT_READY),
        row(
            statefulSet,
            "spec: {replicas: 2}, status: {readyReplicas: 2, currentRevision: a, updateRevision: a}",
            READY),
        row(
            statefulSet,
            "spec: {replicas: 2}, status: {readyReplicas: 2, currentRevision: a, updateRevision: b}",
            NOT_UPDATED),
        row(
            statefulSet,
            "spec: {replicas: 2, updateStrategy: {rollingUpdate: {partition: 1}}}, status:"
                + " {readyReplicas: 2, updatedReplicas: 1, currentRevision: a, updateRevision: b}",
            READY),
        row(
            statefulSet,
            "spec: {replicas: 3, updateStrategy: {rollingUpdate: {partition: 1}}}, status:"
                + " {readyReplicas: 3, updatedReplicas: 1, currentRevision: a, updateRevision: b}",
            NOT_UPDATED),
        row(
            statefulSet,
            "spec: {replicas: 2}, status: {replicas: 1, readyReplicas: 1, currentRevision: a,"
                + " updateRevision: a}",
            NOT_MADE),
        row(
            statefulSet,
            "spec: {replicas: 2, updateStrategy: {type: OnDelete}}, status: {readyReplicas: 2,"
                + " currentRevision: a, updateRevision: b}",
            READY),
        row(
            statefulSet,
            "spec: {replicas: 3, ordinals: {start: 5}, updateStrategy: {rollingUpdate: {partition:"
                + " 6}}}, status: {readyReplicas: 3, updatedReplicas: 1, currentRevision: a,"
                + " updateRevision: b}",
            NOT_UPDATED),
        row(
            statefulSet,
            "spec: {replicas: 2, minReadySeconds: 9}, status: {readyReplicas: 2, availableReplicas:"
                + " 1, currentRevision: a, updateRevision: a}",
            NOT_READY),
        row(
            "v1 ReplicationController",
            "spec: {replicas: 2}, status: {readyReplicas: 1}",
            NOT_READY),
        row("v1 ReplicationController", "spec: {replicas: 2}, status: {readyReplicas: 2}", READY),
        row("apps/v1 ReplicaSet", "spec: {replicas: 2}, status: {readyReplicas: 1}", NOT_READY),
        row("apps/v1 ReplicaSet", "spec: {replicas: 2}, status: {readyReplicas: 2}", READY),
        row(daemonSet, "metadata: {generation: 1}", UNSEEN),
        row(
            daemonSet,
            "status: {desiredNumberScheduled: 2, updatedNumberScheduled: 1, numberReady: 2}",
            NOT_UPDATED),
        row(
            daemonSet,
            "status: {desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberReady: 1}",
            NOT_READY),
        row(
            daemonSet,
            "status: {desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberReady: 2}",
            READY),
        row(
            daemonSet,
            "spec: {minReadySeconds: 9}, status: {desiredNumberScheduled: 2, updatedNumberScheduled:"
                + " 2, numberReady: 2, numberAvailable: 1}",
            NOT_READY),
        row(
            daemonSet,
            "status: {desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberReady: 0}",
            READY));
  }

  static Stream<Arguments> otherKinds() {
    var condition = "status: {conditions: [{type: %s, status: '%s', message: %s}]}";
    return Stream.of(
        row("batch/v1 Job", "spec: {}", new Silent("not Complete yet")),
        row("batch/v1 Job", "status: {active: 1}", new Progressing("not Complete yet")),
        row("batch/v1 Job", condition.formatted("Complete", "True", ""), READY),
        row(
            "batch/v1 Job",
            condition.formatted("Failed", "True", "too many"),
            new Failed("too many")),
        row("batch/v1 Job", condition.formatted("Failed", "True", "''"), new Failed("it failed")),
        row("v1 Pod", "status: {phase: Pending}", new Progressing("not Ready yet")),
        row("v1 Pod", condition.formatted("Ready", "True", ""), READY),
        row("v1 Pod", condition.formatted("Ready", "False", "slow"), new Progressing("slow")),
        row(
            "v1 Pod",
            "status: {phase: Succeeded, conditions: [{type: Ready, status: 'False'}]}",
            READY),
        row("v1 PersistentVolumeClaim", "spec: {}", new Silent("phase is Pending")),
        row("v1 PersistentVolumeClaim", "spec: {storageClassName: a}", new Unclaimed("a")),
        row(
            "v1 PersistentVolumeClaim",
            "metadata: {annotations: {volume.kubernetes.io/selected-node: b}}, spec:"
                + " {storageClassName: a}",
            new Silent("phase is Pending")),
        row(
            "v1 PersistentVolumeClaim",
            "status: {phase: Lost}",
            new Failed("phase is Lost: the volume that it was bound to is gone")),
        row("v1 PersistentVolumeClaim", "status: {phase: Bound}", READY),
        row("v1 Pod", "status: {phase: Failed, message: evicted}", new Failed("evicted")),
        row("v1 ConfigMap", "data: {}", READY),
        row("v1 Service", "spec: {}", READY),
        row("my.domain/v1 Vault", "spec: {}", READY),
        row("my.domain/v1 Vault", condition.formatted("Sealed", "False", ""), READY),
        row("my.domain/v1 Vault", condition.formatted("Ready", "True", ""), READY),
        row(
            "my.domain/v1 Vault",
            condition.formatted("Ready", "Unknown", "sealed"),
            new Progressing("sealed")),
        row(
            "my.domain/v1 Vault",
            "metadata: {generation: 2}, status: {observedGeneration: 1, conditions: [{type: Ready,"
                + " status: 'True'}]}",
            UNSEEN),
        row(
            "argoproj.io/v1alpha1 Rollout",
            "metadata: {generation: 2}, status: {observedGeneration: 85f9884d5d}",
            READY),
        row(
            "argoproj.io/v1alpha1 Rollout",
            "metadata: {generation: 2}, status: {observedGeneration: '1'}",
            UNSEEN),
        row(
            "v1 ConfigMap",
            "metadata: {deletionTimestamp: '2026-03-01T12:00:00Z'}",
            new Progressing("it is being deleted")));
  }

  static Stream<Arguments> permanentFailures() {
    var deadline =
        "metadata: {generation: 1}, status: {observedGeneration: 1, conditions: [{type: Progressing,"
            + " status: 'False', reason: ProgressDeadlineExceeded, message: timed out}]}";
    return Stream.of(row("apps/v1 Deployment", deadline, new Failed("timed out")));
  }

  static Stream<Arguments> causes() {
    var refused = "{type: ReplicaFailure, status: 'True', message: exceeded quota}";
    var late =
        "{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message: timed out}";
    var stopped = "{type: Progressing, status: 'False', reason: FailedCreate, message: too long}";
    var deployment =
        "metadata: {generation: 1}, spec: {replicas: %d}, status: {observedGeneration: 1,"
            + " conditions: [%s]}";
    return Stream.of(
        row("apps/v1 Deployment", deployment.formatted(1, refused), progressing("exceeded quota")),
        row("apps/v1 Deployment", deployment.formatted(0, refused), READY),
        row("apps/v1 Deployment", deployment.formatted(1, stopped), progressing("too long")),
        row(
            "apps/v1 Deployment",
            deployment.formatted(1, late + "," + refused),
            new Failed("exceeded quota")),
        row(
            "apps/v1 ReplicaSet",
            "spec: {replicas: 1}, status: {conditions: [" + refused + "]}",
            progressing("exceeded quota")),
        row(
            "apps/v1 DaemonSet",
            "status: {desiredNumberScheduled: 2, currentNumberScheduled: 1}",
            NOT_MADE));
  }

  private static Readiness progressing(String message) {
    return new Progressing(message);
  }

  static Stream<Arguments> objectsAtRest() {
    var paused =
        "metadata: {generation: 1}, spec: {paused: true, replicas: 2}, status: {observedGeneration:"
            + " 1, replicas: %d, availableReplicas: %d}";
    var custom = "metadata: {generation: 2}, spec: {%s: true}, status: {observedGeneration: -1}";
    return Stream.of(
        row("apps/v1 Deployment", paused.formatted(0, 0), READY),
        row("apps/v1 Deployment", paused.formatted(2, 2), READY),
        row("apps/v1 Deployment", paused.formatted(2, 1), NOT_READY),
        row("batch/v1 Job", "spec: {suspend: true}", READY),
        row("batch/v1 Job", "spec: {parallelism: 0}", READY),
        row("batch/v1 CronJob", "spec: {suspend: true}", READY),
        row("my.domain/v1 Vault", custom.formatted("suspend"), READY),
        row("my.domain/v1 Vault", custom.formatted("paused"), READY),
        row("my.domain/v1 Vault", custom.formatted("sealed"), UNSEEN),
        row(
            "my.domain/v1 Vault",
            "spec: {suspend: true}, status: {conditions: [{type: Ready, status: 'False', message:"
                + " down}]}",
            progressing("down")));
  }

  static Stream<Arguments> objectsThatAreDone() {
    var deleted = "metadata: {deletionTimestamp: '2026-03-01T12:00:00Z'}, ";
    var condition = "status: {conditions: [{type: %s, status: 'True', message: %s}]}";
    return Stream.of(
        row("batch/v1 Job", deleted + condition.formatted("Complete", "''"), READY),
        row("batch/v1 Job", deleted + condition.formatted("Failed", "why"), new Failed("why")),
        row("batch/v1 Job", deleted + "spec: {}", progressing("it is being deleted")),
        row("v1 Pod", deleted + "status: {phase: Succeeded}", READY));
  }

  static Stream<Arguments> oldConditions() {
    var vault =
        "metadata: {generation: 2}, status: {conditions: [{type: Ready, status: 'True',"
            + " observedGeneration: %d}]}";
    return Stream.of(
        row("my.domain/v1 Vault", vault.formatted(1), UNSEEN),
        row("my.domain/v1 Vault", vault.formatted(2), READY));
  }

  static Stream<Arguments> kindsOfTheCluster() {
    var condition = "status: {conditions: [{type: %s, status: '%s', message: %s}]}";
    var definition = "apiextensions.k8s.io/v1 CustomResourceDefinition";
    var noAddress = new Silent("no load balancer has given it an address");
    return Stream.of(
        row(definition, "spec: {}", new Progressing("not Established yet")),
        row(definition, condition.formatted("Established", "True", ""), READY),
        row(
            definition,
            condition.formatted("NamesAccepted", "False", "taken"),
            new Failed("taken")),
        row("v1 Service", "spec: {type: LoadBalancer}", noAddress),
        row("v1 Service", "spec: {type: LoadBalancer, externalIPs: [10.0.0.1]}", READY),
        row(
            "v1 Service",
            "spec: {type: LoadBalancer}, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}",
            READY));
  }

  static Stream<Arguments> kstatusConditions() {
    var condition = "status: {conditions: [{type: %s, status: '%s', message: %s}]}";
    var readyAnd =
        "status: {conditions: [{type: Ready, status: 'True'}, {type: %s, status: '%s', message: m}]}";
    var kind = "my.domain/v1 Vault";
    return Stream.of(
        row(kind, condition.formatted("Stalled", "True", "no quota"), new Failed("no quota")),
        row(kind, condition.formatted("Stalled", "True", "''"), new Failed("it is stalled")),
        row(kind, readyAnd.formatted("Stalled", "True"), new Failed("m")),
        row(kind, readyAnd.formatted("Stalled", "False"), READY),
        row(kind, readyAnd.formatted("Reconciling", "True"), new Progressing("m")),
        row(kind, readyAnd.formatted("Reconciling", "False"), READY),
        row(kind, condition.formatted("Ready", "False", "''"), new Progressing("not Ready")));
  }

  @ParameterizedTest
  @MethodSource({
    "deployments",
    "otherWorkloads",
    "otherKinds",
    "permanentFailures",
    "causes",
    "objectsAtRest",
    "objectsThatAreDone",
    "oldConditions",
    "kindsOfTheCluster",
    "kstatusConditions"
  })
  void isJudgedByItsKind(String kind, String rest, Readiness readiness) throws IOException {
    var names = kind.split(" ", 2);
    var yaml = "{apiVersion: %s, kind: %s, %s}".formatted(names[0], names[1], rest);
    assertEquals(readiness, Readiness.of(new YAMLMapper().readTree(yaml)));
  }
}
