package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Set;

/**
 * Deletes an object that cannot be changed any more, so that the next revision makes it anew. What
 * a StatefulSet runs goes on running: its pods are orphaned, and the new one adopts them by its
 * selector.
 */
public final class Recreation {
  /** With these, data would be deleted. */
  private static final Set<String> NEVER = Set.of("PersistentVolumeClaim", "PersistentVolume");

  private static final String ORPHANS = "StatefulSet";

  /** What the garbage collector takes to let go of pods. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What became of the object. */
  public sealed interface Result {
    /** It is deleted, or was gone. */
    record Deleted(ObjectKey key) implements Result {}

    /**
     * It was left alone.
     *
     * @param why one sentence for people
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
   * Deletes an object, if it is the release's.
   *
   * @param obstacle as the manifest names it
   */
  public Result delete(ObjectKey obstacle, ReleaseKey release) {
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
