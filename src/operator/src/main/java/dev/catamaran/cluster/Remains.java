package dev.catamaran.cluster;

import dev.catamaran.cluster.OwnedObjects.KindName;
import dev.catamaran.release.ReleaseOutcome.Lingering;
import dev.catamaran.release.Revision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is left of uninstalled releases whose primaries wait for the end of it. Asks for the kinds
 * that a release had; after a restart once for all kinds, as no revision tells them any more.
 */
final class Remains {
  private final OwnedObjects owned;

  /** By uid of the primary. */
  private final Map<String, Wait> waits = new ConcurrentHashMap<>();

  private record Wait(Set<KindName> kinds, int looks) {}

  Remains(OwnedObjects owned) {
    this.owned = owned;
  }

  /**
   * Looks once.
   *
   * @param had the revisions before the uninstall; empty in later passes
   */
  Lingering of(Collection<Revision> had, Ownership ownership) {
    var uid = ownership.primary().uid();
    var wait = Optional.ofNullable(waits.get(uid));
    var kinds = had.isEmpty() ? wait.map(Wait::kinds) : Optional.of(kinds(had));
    var found = kinds.map(known -> owned.of(ownership, known)).orElseGet(() -> owned.of(ownership));
    var left =
        found.objects().stream()
            .filter(object -> Leftovers.isToGo(object, ownership))
            .filter(object -> Leftovers.holds(object.key(), ownership))
            .toList();
    // Of a kind that the release had, objects may exist. Of another one, nobody knows any.
    var unlisted = kinds.isPresent() ? found.unlisted() : Map.<String, String>of();
    if (left.isEmpty() && unlisted.isEmpty()) {
      waits.remove(uid);
      return new Lingering(List.of(), 0);
    }
    int looks = wait.map(Wait::looks).orElse(0) + 1;
    waits.put(uid, new Wait(kinds.orElseGet(() -> kinds(left.stream())), looks));
    return new Lingering(
        Stream.concat(
                left.stream().map(Remains::withFinalizers),
                unlisted.entrySet().stream()
                    .map(
                        kind ->
                            "perhaps a %s, which cannot be listed: %s"
                                .formatted(kind.getKey(), kind.getValue())))
            .toList(),
        looks);
  }

  private static Set<KindName> kinds(Collection<Revision> revisions) {
    return revisions.stream()
        .flatMap(revision -> Stream.of(revision.manifest(), revision.hooks()))
        .flatMap(manifest -> manifest.readable().stream())
        .map(object -> KindName.of(object.key()))
        .collect(Collectors.toSet());
  }

  private static Set<KindName> kinds(Stream<Descendant> objects) {
    return objects.map(object -> KindName.of(object.key())).collect(Collectors.toSet());
  }

  /** Returns the object's key with its finalizers, which delay its deletion. */
  private static String withFinalizers(Descendant descendant) {
    var finalizers = new ArrayList<String>();
    descendant
        .content()
        .path("metadata")
        .path("finalizers")
        .forEach(name -> finalizers.add(name.asText()));
    return finalizers.isEmpty()
        ? descendant.key().toString()
        : "%s (held by finalizer %s)".formatted(descendant.key(), String.join(", ", finalizers));
  }
}
