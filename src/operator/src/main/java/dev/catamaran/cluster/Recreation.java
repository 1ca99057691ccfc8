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
  /** A deletion of these kinds would delete data. */
  private static final Set<String> NEVER = Set.of("PersistentVolumeClaim", "PersistentVolume");

  private static final String ORPHANS = "StatefulSet";

  /** Time that the garbage collector takes to orphan pods. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Result of a deletion. */
  public sealed interface Result {
    /** The object is deleted, or did not exist. */
    record Deleted(ObjectKey key) implements Result {}

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

  /**
   * Deletes an object if it belongs to the release.
   *
   * @param obstacle key from the manifest
   */
  Result delete(ObjectKey obstacle, ReleaseKey release) {
    if (NEVER.contains(obstacle.kind())) {
      return new Result.Refused(
          ("%s is never deleted to be made again, since its data would be lost;"
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
      return new Result.Deleted(key);
    }
    if (!isDeleted(found.get())) {
      if (!Leftovers.isOf(found.get(), release)) {
        return new Result.Refused(
            "%s does not belong to release %s, or wants to be kept".formatted(key, release));
      }
      live.delete(key, propagation(key), object -> Leftovers.isOf(object, release));
    }
    return live.awaitGone(key, PATIENCE)
        ? new Result.Deleted(key)
        : new Result.Refused("%s is being deleted, but its finalizers hold it".formatted(key));
  }

  private static boolean isDeleted(GenericKubernetesResource found) {
    return found.getMetadata().getDeletionTimestamp() != null;
  }

  private static DeletionPropagation propagation(ObjectKey key) {
    return key.kind().equals(ORPHANS) ? DeletionPropagation.ORPHAN : DeletionPropagation.BACKGROUND;
  }
}
