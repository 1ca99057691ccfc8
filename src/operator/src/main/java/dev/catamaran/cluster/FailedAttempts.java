package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Extent;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Removes what failed attempts made. What was there before an attempt stays, and so does what
 * another client made, what holds data, and what is to be kept.
 */
record FailedAttempts(LiveObjects live, ApiResources apis) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * Deletes the objects of {@code failed} revisions within {@code extent}. Looks at each object
   * again right before its deletion.
   */
  ReleaseObjects.Removed remove(Collection<Revision> failed, Extent extent) {
    var deleted = new LinkedHashSet<ObjectKey>();
    var left = new LinkedHashSet<ObjectKey>();
    for (var revision : failed) {
      Refusals.deferring(
          objectsOf(revision).reversed(),
          key -> {
            if (live.delete(
                key, DeletionPropagation.BACKGROUND, found -> goes(found, revision, extent))) {
              deleted.add(key);
            } else if (live.get(key).filter(found -> isOf(found, revision.release())).isPresent()) {
              left.add(key);
            }
          });
    }
    left.removeAll(deleted);
    return new ReleaseObjects.Removed(List.copyOf(deleted), List.copyOf(left));
  }

  private List<ObjectKey> objectsOf(Revision revision) {
    return revision.manifest().readable().stream()
        .filter(object -> !object.isKept())
        .flatMap(object -> apis.locate(object.key(), revision.release().namespace()).stream())
        .toList();
  }

  private static boolean goes(GenericKubernetesResource found, Revision failed, Extent extent) {
    JsonNode content = JSON.valueToTree(found);
    boolean holdsData = new ManifestObject(content).holdsData();
    return Leftovers.isOf(found, failed.release())
        && switch (extent) {
          case ATTEMPT -> (!holdsData || isUnboundClaim(content)) && isMadeBy(failed, found);
          case ATTEMPT_OVER_LOST_RELEASE ->
              !holdsData && isMadeBy(failed, found) && created(found).isAfter(failed.storedAt());
          case RELEASE -> !holdsData;
        };
  }

  /** A claim that never had a volume holds no data, and may be what is wrong. */
  private static boolean isUnboundClaim(JsonNode content) {
    return content.path("kind").asText().equals("PersistentVolumeClaim")
        && content.path("apiVersion").asText().equals("v1")
        && content.path("spec").path("volumeName").asText().isEmpty()
        && content.path("status").path("phase").asText().equals("Pending");
  }

  /**
   * Whether the attempt made the object: Helm created it after the Secret of the revision. Another
   * client may restore objects meanwhile, even with the field managers of the originals: so the
   * entry of Helm must not be older than the attempt.
   */
  private static boolean isMadeBy(Revision attempt, GenericKubernetesResource found) {
    return !created(found).isBefore(attempt.storedAt())
        && FieldManagers.of(found).isMadeByHelm(attempt.storedAt());
  }

  private static Instant created(GenericKubernetesResource found) {
    return Instant.parse(found.getMetadata().getCreationTimestamp());
  }

  private static boolean isOf(GenericKubernetesResource found, ReleaseKey release) {
    return found.getMetadata().getDeletionTimestamp() == null
        && Leftovers.isMarked(JSON.<JsonNode>valueToTree(found), release);
  }
}
