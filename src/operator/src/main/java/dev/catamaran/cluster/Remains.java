package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.Settler.Settled;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseOutcome.Lingering;
import dev.catamaran.release.Revision;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What names a primary that no revision tells of: of a release with a lost history, and what is
 * left of one whose primary waits for the end of its uninstallation. Asks for the kinds that the
 * release had; without these, after a restart too, once for all kinds.
 */
final class Remains {
  private static final Logger log = LoggerFactory.getLogger(Remains.class);

  private final WatchedNamespaces namespaces;

  /** By uid of the primary. */
  private final Map<String, Wait> waits = new ConcurrentHashMap<>();

  private record Wait(Set<String> kinds, int looks) {}

  /**
   * Remembers waits.
   *
   * @param namespaces namespaces to list if the whole cluster may not be listed
   */
  Remains(WatchedNamespaces namespaces) {
    this.namespaces = namespaces;
  }

  /**
   * Deletes all objects that name {@code ownership}'s primary. Disowns those that outlive it. A
   * refusal stops the deletion of no other object, and counts only where {@link #holds} is true.
   */
  void remove(Settler settler, Ownership ownership) {
    Settler.requireAll(found(settler, ownership, Set.of(), false, new TreeMap<>()));
  }

  private List<Settled> found(
      Settler settler,
      Ownership ownership,
      Set<String> kinds,
      boolean isLook,
      Map<String, String> unlisted) {
    var within =
        Stream.concat(ownership.namespaces().stream(), namespaces.names().stream())
            .distinct()
            .toList();
    var found = settler.remove(ownership, kinds, within, isLook, unlisted::put);
    if (kinds.isEmpty() && !unlisted.isEmpty()) {
      log.warn(
          "Objects of {} may stay that another namespace, or none, has: not to be listed are {}",
          ownership.primary(),
          unlisted);
      // Of a kind that the release had, objects may exist. Of another one, nobody knows any.
      unlisted.clear();
    }
    for (var one : found) {
      if (one.refusal().isPresent() && !holds(one.key(), ownership)) {
        log.warn(
            "{} names {} as its custom resource and stays: {}",
            one.key(),
            ownership.primary(),
            one.refusal().get().message());
      }
    }
    return found.stream().filter(one -> holds(one.key(), ownership)).toList();
  }

  /**
   * Whether the deletion of a primary may wait for an object that names it. In other namespaces,
   * others can write the marks.
   */
  private static boolean holds(ObjectKey named, Ownership ownership) {
    var namespace = named.namespace();
    return namespace.isEmpty() || namespace.equals(ownership.release().namespace());
  }

  /**
   * Looks once.
   *
   * @param had the revisions before the uninstall; empty in later passes
   */
  Lingering of(Settler settler, Collection<Revision> had, Ownership ownership) {
    var uid = ownership.primary().uid();
    var wait = Optional.ofNullable(waits.get(uid));
    var kinds = had.isEmpty() ? wait.map(Wait::kinds).orElse(Set.of()) : kinds(had);
    var unlisted = new TreeMap<String, String>();
    var left = found(settler, ownership, kinds, true, unlisted);
    if (left.isEmpty() && unlisted.isEmpty()) {
      waits.remove(uid);
      return new Lingering(List.of(), 0);
    }
    int looks = wait.map(Wait::looks).orElse(0) + 1;
    waits.put(
        uid, new Wait(kinds.isEmpty() ? kinds(left.stream().map(Settled::key)) : kinds, looks));
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

  private static Set<String> kinds(Collection<Revision> revisions) {
    return kinds(
        revisions.stream()
            .flatMap(revision -> Stream.of(revision.manifest(), revision.hooks()))
            .flatMap(manifest -> manifest.readable().stream())
            .map(object -> object.key()));
  }

  private static Set<String> kinds(Stream<ObjectKey> objects) {
    return objects.map(key -> key.group() + "/" + key.kind()).collect(Collectors.toSet());
  }

  /** Returns the object's key with its finalizers, which delay its deletion. */
  private static String withFinalizers(Settled left) {
    var finalizers =
        left.answer()
            .at("/object/metadata/finalizers")
            .valueStream()
            .map(JsonNode::asText)
            .collect(Collectors.joining(", "));
    return finalizers.isEmpty()
        ? left.key().toString()
        : "%s (held by finalizer %s)".formatted(left.key(), finalizers);
  }
}
