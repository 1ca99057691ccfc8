package dev.catamaran.cluster;

import dev.catamaran.engine.ReleaseRequest.Deed;
import dev.catamaran.engine.ReleaseRequest.Which;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.telemetry.Steps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which objects get the marks of their primary, as no template can add them, and of which its
 * ownership ends, since they outlive it: the garbage collector would delete them with it. The
 * engine reads each and decides. Nothing is sent about what memory shows to be right.
 */
record Adoption(Settler settler, Descendants descendants, ApiResources apis) {
  /**
   * Adopts the objects of {@code revision}, with its hooks, and ends the ownership of those of
   * {@code earlier} ones that it does not have and Helm has kept. Skips an object with the marks in
   * its manifest, as Helm has written them, and all of an unreadable manifest.
   */
  void settle(Collection<Revision> earlier, Revision revision, Ownership ownership) {
    var release = revision.release();
    var deeds = new ArrayList<Deed>();
    for (var object : revision.manifest().readable()) {
      unsettled(object, release, ownership)
          .ifPresent(key -> deeds.add(Settler.mark(key, Ownership.outlives(object), null)));
    }
    // A person's object may have the name of a hook that has not run, or is deleted since.
    var ran = revision.origin().isPresent() ? Which.HOOK : Which.ANY_HOOK;
    for (var hook : revision.hooks().readable()) {
      unsettled(hook, release, ownership)
          .ifPresent(key -> deeds.add(Settler.mark(key, Ownership.outlives(hook), ran)));
    }
    if (revision.manifest().isReadable()) {
      var wanted =
          locate(revision, revision.manifest(), object -> true).collect(Collectors.toSet());
      earlier.stream()
          .flatMap(one -> locate(one, one.manifest(), object -> true))
          .distinct()
          .filter(key -> !wanted.contains(key))
          .forEach(key -> deeds.add(Settler.part(key)));
    }
    Steps.run("adopt", () -> settler.settle(release, Optional.of(ownership), deeds));
  }

  /**
   * Adopts the objects that a failed revision created. One without the marks of its release existed
   * before, and belongs to another owner.
   */
  void adoptMade(Revision failed, Ownership ownership) {
    settler.settle(
        failed.release(),
        Optional.of(ownership),
        failed.manifest().readable().stream()
            .flatMap(
                object ->
                    apis
                        .locate(object.key(), failed.release().namespace())
                        .filter(key -> !isAdopted(key, ownership))
                        .map(key -> Settler.mark(key, Ownership.outlives(object), Which.RELEASE))
                        .stream())
            .toList());
  }

  private boolean isAdopted(ObjectKey key, Ownership ownership) {
    return descendants
        .find(key)
        .filter(found -> found.owners().names(PrimaryKey.of(ownership.primary())))
        .isPresent();
  }

  private Optional<ObjectKey> unsettled(
      ManifestObject object, ReleaseKey release, Ownership ownership) {
    return apis.locate(object.key(), release.namespace())
        .filter(key -> !ownership.isIn(object, key))
        .filter(
            key ->
                !descendants.watch(key)
                    || descendants
                        .find(key)
                        .filter(found -> ownership.isSettled(found, Ownership.outlives(object)))
                        .isEmpty());
  }

  /**
   * Ends the ownership of known objects that outlive the primary, and of such hooks. Sends no
   * request if there are none, where they are watched.
   */
  void disownKnown(Collection<Revision> revisions, Ownership ownership) {
    var hooks =
        revisions.stream()
            .flatMap(revision -> locate(revision, revision.hooks(), Ownership::outlives))
            .filter(key -> !descendants.watch(key));
    var known =
        descendants.namedBy(PrimaryKey.of(ownership.primary())).stream()
            .filter(found -> found.outlives() && !ownership.isSettled(found, true))
            .map(Descendant::key);
    disown(Stream.concat(hooks, known), ownership);
  }

  /**
   * Ends it of all objects that outlive the primary, as they are now: those of {@code revisions},
   * and known ones that these do not have. Others of their objects are deleted. A person may keep
   * an object that is not watched.
   */
  void disownAll(Collection<Revision> revisions, Ownership ownership) {
    var stored =
        revisions.stream()
            .flatMap(
                revision ->
                    Stream.concat(
                        locate(revision, revision.manifest(), Ownership::outlives),
                        locate(revision, revision.hooks(), Ownership::outlives)));
    var deleted =
        revisions.stream()
            .flatMap(revision -> locate(revision, revision.manifest(), object -> true))
            .collect(Collectors.toSet());
    deleted.forEach(descendants::expect);
    var unwatched = deleted.stream().filter(key -> !descendants.watch(key)).toList();
    var known =
        descendants.namedBy(PrimaryKey.of(ownership.primary())).stream()
            .filter(
                found ->
                    found.outlives()
                        || !deleted.contains(found.key())
                        || Leftovers.isOfOthers(found.content(), ownership.release()))
            .map(Descendant::key);
    disown(Stream.of(stored, unwatched.stream(), known).flatMap(keys -> keys), ownership);
  }

  private void disown(Stream<ObjectKey> keys, Ownership ownership) {
    settler.settle(
        ownership.release(), Optional.of(ownership), keys.distinct().map(Settler::part).toList());
  }

  private Stream<ObjectKey> locate(
      Revision revision, Manifest manifest, Predicate<ManifestObject> isMeant) {
    return manifest.readable().stream()
        .filter(isMeant)
        .flatMap(object -> apis.locate(object.key(), revision.release().namespace()).stream());
  }
}
