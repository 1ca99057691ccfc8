package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.Settler.Settled;
import dev.catamaran.engine.ReleaseRequest.Deed;
import dev.catamaran.engine.ReleaseRequest.Which;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Extent;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.wire.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which objects go that Helm leaves behind: Helm knows the revisions that are stored, and compares
 * with the last deployed one only. The engine looks at each right before its deletion, whose it is
 * and who made it.
 */
record Leftovers(Settler settler, Descendants descendants, ApiResources apis) {
  private static final Set<String> OF_UNINSTALL = Set.of("pre-delete", "post-delete");
  private static final Set<String> OF_DEPLOYMENT =
      Set.of(
          "pre-install",
          "post-install",
          "pre-upgrade",
          "post-upgrade",
          "pre-rollback",
          "post-rollback");

  /** Limit of requests for strays in one pass; the others follow in later passes. */
  private static final int MOST_STRAYS = 50;

  /**
   * Deletes what failed attempts made, within {@code extent}. What was there before an attempt
   * stays, and so does what another client made, what holds data, and what is to be kept.
   */
  ReleaseObjects.Removed removeFailed(Collection<Revision> failed, Extent extent) {
    var which =
        switch (extent) {
          case ATTEMPT -> Which.ATTEMPT;
          case ATTEMPT_OVER_LOST_RELEASE -> Which.LOST;
          case RELEASE -> Which.DATALESS;
        };
    var settled = new ArrayList<Settled>();
    for (var revision : failed) {
      var deeds = new ArrayList<Deed>();
      for (var key : places(revision).reversed()) {
        deeds.add(Settler.delete(key, which, revision.storedAt()));
      }
      deeds.addAll(hooks(revision, Leftovers::isOfDeployment));
      settled.addAll(settler.settle(revision.release(), Optional.empty(), deeds));
    }
    var deleted = keys(settled, Settled::isDeleted);
    var left =
        keys(
            settled,
            one ->
                one.live()
                    .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
                    .filter(
                        found ->
                            isMarked(
                                Limits.mapper().valueToTree(found),
                                failed.iterator().next().release()))
                    .isPresent());
    return new ReleaseObjects.Removed(
        deleted, left.stream().filter(key -> !deleted.contains(key)).toList());
  }

  private static List<ObjectKey> keys(List<Settled> settled, Predicate<Settled> isMeant) {
    return settled.stream().filter(isMeant).map(Settled::key).distinct().toList();
  }

  /**
   * Deletes the hooks that a failed attempt made, whatever their policy: they would be objects of
   * others if the chart makes objects of them. What would be in the way of the next operation, the
   * engine makes anew itself (src/engine/release/turned.go).
   */
  void removeHooks(Revision failed) {
    settler.settle(failed.release(), Optional.empty(), hooks(failed, Leftovers::isOfDeployment));
  }

  /** Deletes the Jobs and Pods among all its hooks, which may still run. */
  void removeWork(Revision failed) {
    settler.settle(
        failed.release(),
        Optional.empty(),
        hooks(
            failed,
            hook ->
                AwaitedHooks.isAwaited(hook.key())
                    && (isOf(OF_DEPLOYMENT, hook) || isOf(OF_UNINSTALL, hook))));
  }

  private static boolean isOfDeployment(ManifestObject hook) {
    return isOf(OF_DEPLOYMENT, hook) && !Ownership.outlives(hook);
  }

  private static boolean isOf(Set<String> events, ManifestObject hook) {
    return hook.hookEvents().stream().anyMatch(events::contains);
  }

  private List<Deed> hooks(Revision revision, Predicate<ManifestObject> isMeant) {
    return revision.hooks().readable().stream()
        .filter(isMeant)
        .flatMap(
            hook ->
                apis
                    .locate(hook.key(), revision.release().namespace())
                    .map(key -> Settler.delete(key, hook.content(), revision.storedAt()))
                    .stream())
        .toList();
  }

  /** Returns where the objects of a revision are that it does not keep. */
  private List<ObjectKey> places(Revision revision) {
    return revision.manifest().readable().stream()
        .filter(object -> !object.isKept())
        .flatMap(object -> apis.locate(object.key(), revision.release().namespace()).stream())
        .toList();
  }

  void removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered) {
    if (!remembered.stream().map(Revision::manifest).allMatch(Manifest::isReadable)) {
      return;
    }
    var wanted = remembered.stream().flatMap(this::candidates).collect(Collectors.toSet());
    for (var revision : forgotten) {
      settler.settle(
          revision.release(),
          Optional.empty(),
          places(revision).reversed().stream()
              .filter(key -> !wanted.contains(Place.of(key)))
              .map(key -> Settler.delete(key, Which.RELEASE))
              .toList());
    }
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
    var wanted = candidates(current).collect(Collectors.toSet());
    var strays =
        descendants.namedBy(PrimaryKey.of(ownership.primary())).stream()
            .filter(named -> !wanted.contains(Place.of(named.key())))
            .sorted(
                Comparator.comparing(
                    named -> !named.key().namespace().equals(current.release().namespace())))
            .filter(named -> isStray(named, current))
            .limit(MOST_STRAYS)
            .map(named -> Settler.delete(named.key(), Which.STRAY))
            .toList();
    return keys(
        settler.settle(current.release(), Optional.of(ownership), strays), Settled::isDeleted);
  }

  private static boolean isStray(Descendant found, Revision current) {
    return found.isMadeByHelm()
        && !found.isBeingDeleted()
        && !found.outlives()
        && isMarked(found.content(), current.release())
        && !new ManifestObject(found.content()).holdsData();
  }

  /** Returns the places of the objects of a revision. One that became a hook may still exist. */
  private Stream<Place> candidates(Revision revision) {
    var namespace = revision.release().namespace();
    return Stream.concat(
            revision.manifest().objects().stream(), revision.hooks().readable().stream())
        .flatMap(object -> Place.candidates(object.key(), namespace, apis));
  }

  private static boolean isMarked(JsonNode content, ReleaseKey release) {
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
