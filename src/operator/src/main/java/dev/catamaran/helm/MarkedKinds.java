package dev.catamaran.helm;

import java.util.List;

/**
 * The kinds of objects in which Helm writes the marks of ownership: namespaced kinds of the API
 * server itself. PersistentVolumeClaims are not among them: a person can restore the marks of a
 * deleted primary with {@code helm rollback}, and the garbage collector would delete the data.
 */
final class MarkedKinds {
  /** API version and kind. */
  static final List<String> ALL =
      List.of(
          "v1 ConfigMap",
          "v1 LimitRange",
          "v1 Pod",
          "v1 ReplicationController",
          "v1 ResourceQuota",
          "v1 Secret",
          "v1 Service",
          "v1 ServiceAccount",
          "apps/v1 DaemonSet",
          "apps/v1 Deployment",
          "apps/v1 ReplicaSet",
          "apps/v1 StatefulSet",
          "autoscaling/v1 HorizontalPodAutoscaler",
          "autoscaling/v2 HorizontalPodAutoscaler",
          "batch/v1 CronJob",
          "batch/v1 Job",
          "coordination.k8s.io/v1 Lease",
          "networking.k8s.io/v1 Ingress",
          "networking.k8s.io/v1 NetworkPolicy",
          "policy/v1 PodDisruptionBudget",
          "rbac.authorization.k8s.io/v1 Role",
          "rbac.authorization.k8s.io/v1 RoleBinding");

  private MarkedKinds() {}
}
