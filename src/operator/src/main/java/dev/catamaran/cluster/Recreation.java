package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Set;

/**
 * Deletes an object that can no longer be updated, so that the next revision creates it again. The
 * pods of a StatefulSet keep running: they are orphaned, and the new StatefulSet adopts them by its
 * selector.
 */
public final class Recreation {
  /**
   * Group and kind. The manifest has all of such an object, so nothing is lost if it is made again.
   * The claims of a StatefulSet are orphaned with its pods.
   */
  private static final Set<String> CAN_BE_MADE_AGAIN =
      Set.of(
          "/ConfigMap",
          "/LimitRange",
          "/Pod",
          "/ReplicationController",
          "/ResourceQuota",
          "/Secret",
          "/Service",
          "/ServiceAccount",
          "admissionregistration.k8s.io/MutatingWebhookConfiguration",
          "admissionregistration.k8s.io/ValidatingAdmissionPolicy",
          "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding",
          "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
          "apps/DaemonSet",
          "apps/Deployment",
          "apps/ReplicaSet",
          "apps/StatefulSet",
          "autoscaling/HorizontalPodAutoscaler",
          "batch/CronJob",
          "batch/Job",
          "networking.k8s.io/Ingress",
          "networking.k8s.io/IngressClass",
          "networking.k8s.io/NetworkPolicy",
          "node.k8s.io/RuntimeClass",
          "policy/PodDisruptionBudget",
          "rbac.authorization.k8s.io/ClusterRole",
          "rbac.authorization.k8s.io/ClusterRoleBinding",
          "rbac.authorization.k8s.io/Role",
          "rbac.authorization.k8s.io/RoleBinding",
          "scheduling.k8s.io/PriorityClass",
          "storage.k8s.io/CSIDriver",
          "storage.k8s.io/StorageClass");

  private static final String ORPHANS = "StatefulSet";

  /** Time that the garbage collector takes to orphan pods. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Result of a deletion. */
  public sealed interface Result {
    /** The object is deleted. */
    record Deleted(ObjectKey key) implements Result {}

    /** Another client deleted the object, or it never existed. */
    record Absent() implements Result {}

    /**
     * The object is not deleted.
     *
     * @param why one sentence for the user
     */
    record Refused(String why) implements Result {}
  }

  private final LiveObjects live;
  private final ApiResources apis;

  Recreation(LiveObjects live, ApiResources apis) {
    this.live = live;
    this.apis = apis;
  }

  Result delete(ObjectKey obstacle, ReleaseKey release) {
    if (!CAN_BE_MADE_AGAIN.contains(obstacle.group() + "/" + obstacle.kind())) {
      return new Result.Refused(
          ("%s is never deleted to be made again, since data would be lost with it;"
                  + " undo the change, or save the data and delete it yourself")
              .formatted(obstacle));
    }
    return apis.locate(obstacle, release.namespace())
        .map(key -> deleteIfOurs(key, release))
        .orElseGet(() -> new Result.Refused(obstacle + " is of a kind that is not served"));
  }

  private Result deleteIfOurs(ObjectKey key, ReleaseKey release) {
    var found = live.get(key);
    if (found.isEmpty()) {
      return new Result.Absent();
    }
    boolean isOurDeletion =
        !isDeleted(found.get())
            && live.delete(key, propagation(key), object -> Leftovers.isOf(object, release));
    if (!isOurDeletion && live.get(key).filter(object -> !isDeleted(object)).isPresent()) {
      return new Result.Refused(
          "%s does not belong to release %s, or wants to be kept".formatted(key, release));
    }
    return live.awaitGone(key, PATIENCE)
        ? (isOurDeletion ? new Result.Deleted(key) : new Result.Absent())
        : new Result.Refused("%s is being deleted, but its finalizers hold it".formatted(key));
  }

  private static boolean isDeleted(GenericKubernetesResource found) {
    return found.getMetadata().getDeletionTimestamp() != null;
  }

  private static DeletionPropagation propagation(ObjectKey key) {
    return key.kind().equals(ORPHANS) ? DeletionPropagation.ORPHAN : DeletionPropagation.BACKGROUND;
  }
}
