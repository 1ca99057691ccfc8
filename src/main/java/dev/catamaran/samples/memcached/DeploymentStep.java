package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The one thing to do about the Deployment of a {@link MemcachedBackup}. */
sealed interface DeploymentStep {

  /** There is none: create this one. */
  record Create(Deployment desired) implements DeploymentStep {}

  /** It is ours, and these parts of it are not as they must be. */
  record Patch(Deployment current, Map<String, Object> mergePatch) implements DeploymentStep {}

  /** It is ours and as it must be, or on its way out. */
  record Keep(Deployment current) implements DeploymentStep {}

  /** Somebody else's Deployment has the name: it is not touched. */
  record Yield(Deployment foreign) implements DeploymentStep {}

  /** Chooses the step: reads nothing but its arguments, writes nothing. */
  static DeploymentStep next(MemcachedBackup backup, Optional<Deployment> found) {
    return found
        .map(deployment -> next(backup, deployment))
        .orElseGet(() -> new Create(MemcachedDeployment.of(backup)));
  }

  private static DeploymentStep next(MemcachedBackup backup, Deployment found) {
    if (!controls(backup, found)) {
      return new Yield(found);
    }
    if (found.isMarkedForDeletion() || (labelled(backup, found) && sized(backup, found))) {
      return new Keep(found);
    }
    return new Patch(found, mend(backup, found));
  }

  private static boolean controls(MemcachedBackup backup, Deployment found) {
    return found.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .anyMatch(owner -> owner.getUid().equals(backup.getMetadata().getUid()));
  }

  private static boolean labelled(MemcachedBackup backup, Deployment found) {
    var labels = found.getMetadata().getLabels();
    var needed = MemcachedLabels.of(backup.getMetadata().getName());
    return labels != null && labels.entrySet().containsAll(needed.entrySet());
  }

  private static boolean sized(MemcachedBackup backup, Deployment found) {
    return Objects.equals(found.getSpec().getReplicas(), backup.getSpec().size());
  }

  /**
   * Only the size and our labels, without which the informers would not see it; whatever else
   * people changed stays. The uid makes the API server refuse if another Deployment took the name
   * since.
   */
  private static Map<String, Object> mend(MemcachedBackup backup, Deployment found) {
    return Map.of(
        "metadata",
        Map.of(
            "uid", found.getMetadata().getUid(),
            "labels", MemcachedLabels.of(backup.getMetadata().getName())),
        "spec",
        Map.of("replicas", backup.getSpec().size()));
  }
}
