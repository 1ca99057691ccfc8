package dev.catamaran.cluster;

import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Optional;
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
   * Deletes the object of that kind and name, if {@code failed} has it and it is the release's.
   *
   * @param failed the revision that could not change it
   */
  public Result delete(String kind, String name, Revision failed) {
    if (NEVER.contains(kind)) {
      return new Result.Refused(
          ("%s %s is never deleted to be made again, since its data would be lost;"
                  + " undo the change, or save the data and delete it yourself")
              .formatted(kind, name));
    }
    var release = failed.release();
    return locate(kind, name, failed)
        .map(key -> deleteIfOurs(key, release))
        .orElseGet(
            () ->
                new Result.Refused(
                    "%s %s is not in the manifest of release %s".formatted(kind, name, release)));
  }

  private Optional<ObjectKey> locate(String kind, String name, Revision failed) {
    return failed.manifest().objects().stream()
        .map(ManifestObject::key)
        .filter(key -> key.kind().equals(kind) && key.name().equals(name))
        .flatMap(key -> apis.locate(key, failed.release().namespace()).stream())
        .findFirst();
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
      live.delete(key, propagation(key));
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
