package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Extent;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what Helm leaves behind: Helm knows the revisions that are stored, and compares with the
 * last deployed one only.
 */
record Leftovers(
    LiveObjects live,
    OwnedObjects owned,
    OutlivingObjects outliving,
    ApiResources apis,
    FailedAttempts attempts) {
  private static final Logger log = LoggerFactory.getLogger(Leftovers.class);

  private static final DeletionPropagation BACKGROUND = DeletionPropagation.BACKGROUND;
  private static final JsonMapper JSON = new JsonMapper();

  /** Limit of requests for strays in one pass; the others follow in later passes. */
  private static final int MOST_STRAYS = 50;

  ReleaseObjects.Removed removeFailed(Collection<Revision> failed, Extent extent) {
    var removed = attempts.remove(failed, extent);
    var hooks = new MadeHooks(live, apis);
    var deleted =
        Stream.concat(
            removed.deleted().stream(),
            failed.stream().flatMap(revision -> hooks.remove(revision).stream()));
    return new ReleaseObjects.Removed(deleted.distinct().toList(), removed.left());
  }

  void removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered) {
    if (remembered.stream().map(Revision::manifest).allMatch(Manifest::isReadable)) {
      remove(forgotten, remembered.stream().flatMap(this::places).collect(Collectors.toSet()));
    }
  }

  /**
   * Deletes all objects that name {@code ownership}'s primary, for a release with a lost history.
   * Disowns those that outlive it. A refusal stops the deletion of no other object, and counts only
   * where {@link #holds} is true.
   */
  void removeOwned(Ownership ownership) {
    Refusals.deferring(
        owned.of(ownership).objects(),
        named -> {
          try {
            removeOwned(named, ownership);
          } catch (KubernetesClientException e) {
            if (holds(named, ownership) || !LiveObjects.isRefusal(e)) {
              throw e;
            }
            log.warn(
                "{} names {} as its primary and stays: {}",
                named.key(),
                ownership.primary(),
                LiveObjects.answer(e).orElseGet(e::toString));
          }
        });
  }

  private void removeOwned(Descendant named, Ownership ownership) {
    if (named.outlives()) {
      outliving.disown(named.key(), ownership);
    } else {
      live.delete(named.key(), BACKGROUND, found -> isToGo(Descendant.of(found), ownership));
    }
  }

  /**
   * Whether the deletion of a primary may wait for an object that names it. In other namespaces,
   * others can write the marks.
   */
  static boolean holds(Descendant named, Ownership ownership) {
    var namespace = named.key().namespace();
    return namespace.isEmpty() || namespace.equals(ownership.release().namespace());
  }

  static boolean isToGo(Descendant found, Ownership ownership) {
    return found.owners().names(PrimaryKey.of(ownership.primary())) && !found.outlives();
  }

  /**
   * Deletes objects that name {@code ownership}'s primary and carry the marks of its release, but
   * are not in the manifest: Helm made them for a revision that is no longer stored. A copy that
   * another client made carries the same marks, and stays. Sends no request if there are none.
   * Begins in the namespace of the release: elsewhere, others can write the marks.
   */
  List<ObjectKey> removeStrays(Revision current, Ownership ownership) {
    if (!current.manifest().isReadable()) {
      return List.of();
    }
    var wanted = places(current).collect(Collectors.toSet());
    return live.descendants().namedBy(PrimaryKey.of(ownership.primary())).stream()
        .filter(named -> !wanted.contains(Place.of(named.key())))
        .sorted(Comparator.comparing(named -> !isIn(current.release(), named)))
        .filter(named -> isStray(named, current, ownership))
        .limit(MOST_STRAYS)
        .map(Descendant::key)
        .filter(key -> live.delete(key, BACKGROUND, found -> isStray(found, current, ownership)))
        .toList();
  }

  private static boolean isIn(ReleaseKey release, Descendant found) {
    return found.key().namespace().equals(release.namespace());
  }

  private static boolean isStray(
      GenericKubernetesResource found, Revision current, Ownership ownership) {
    return isStray(Descendant.of(found), current, ownership);
  }

  private static boolean isStray(Descendant found, Revision current, Ownership ownership) {
    return found.isMadeByHelm()
        && !found.isBeingDeleted()
        && isToGo(found, ownership)
        && isMarked(found.content(), current.release())
        && !new ManifestObject(found.content()).holdsData();
  }

  /** Returns the places of the objects of a revision. One that became a hook may still exist. */
  private Stream<Place> places(Revision revision) {
    var namespace = revision.release().namespace();
    return Stream.concat(
            revision.manifest().objects().stream(), revision.hooks().readable().stream())
        .flatMap(object -> Place.candidates(object.key(), namespace, apis));
  }

  private Optional<ObjectKey> locate(ManifestObject object, Revision revision) {
    return apis.locate(object.key(), revision.release().namespace());
  }

  private void remove(Collection<Revision> revisions, Set<Place> wanted) {
    for (var revision : revisions) {
      var release = revision.release();
      var unwanted =
          revision.manifest().readable().stream()
              .filter(object -> !object.isKept())
              .flatMap(object -> locate(object, revision).stream())
              .filter(key -> !wanted.contains(Place.of(key)))
              .toList();
      for (var key : unwanted.reversed()) {
        live.delete(key, BACKGROUND, found -> isOf(found, release));
      }
    }
  }

  /**
   * Whether the object may be changed: it carries Helm's marks of exactly this release, is not to
   * be kept, and is not being deleted.
   */
  static boolean isOf(GenericKubernetesResource found, ReleaseKey release) {
    JsonNode content = JSON.valueToTree(found);
    return isMarked(content, release)
        && !new ManifestObject(content).isKept()
        && found.getMetadata().getDeletionTimestamp() == null;
  }

  static boolean isMarked(JsonNode content, ReleaseKey release) {
    var annotations = content.path("metadata").path("annotations");
    return release.name().equals(annotations.path("meta.helm.sh/release-name").asText())
        && release.namespace().equals(annotations.path("meta.helm.sh/release-namespace").asText());
  }

  /** Whether an object has the marks of another release: a person has moved it there. */
  static boolean isOfOthers(JsonNode content, ReleaseKey release) {
    return content.path("metadata").path("annotations").has("meta.helm.sh/release-name")
        && !isMarked(content, release);
  }
}
