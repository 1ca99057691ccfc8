package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects that outlive their primary: what is kept, the data of hooks, and what a person has
 * moved to another release. None has it as its owner: the garbage collector would delete the object
 * with it. An earlier version, another operator, or Helm's patch may have written the reference,
 * and a person may keep an object at any time.
 */
record OutlivingObjects(LiveObjects live, ApiResources apis) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Maximum number of attempts for an object that other clients write. */
  private static final int MOST_ATTEMPTS = 10;

  /**
   * Whether an object must be disowned.
   *
   * @param outlives true if it outlives the primary, whatever its own annotations say
   */
  static boolean isOwned(Descendant found, boolean outlives, Ownership ownership) {
    return (outlives || found.outlives())
        && parting(found.key(), found.content(), true, ownership).isPresent();
  }

  /**
   * Disowns the known objects, and those of hooks. Sends no request if there is nothing to write,
   * except for hooks that are not watched.
   */
  void disownKnown(Collection<Revision> revisions, Ownership ownership) {
    revisions.stream()
        .flatMap(revision -> locate(revision, revision.hooks(), Ownership::outlives))
        .distinct()
        .filter(key -> !live.descendants().watch(key))
        .forEach(key -> disown(key, ownership));
    live.descendants().namedBy(PrimaryKey.of(ownership.primary())).stream()
        .filter(known -> isOwned(known, false, ownership))
        .forEach(known -> disown(known.key(), ownership));
  }

  /**
   * Disowns all objects, as they are now: those of {@code revisions}, and known ones that these do
   * not have. Others of their objects are deleted. Sends a request for each object that is not
   * watched: a person may keep it.
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
    deleted.forEach(live.descendants()::expect);
    var unwatched = deleted.stream().filter(key -> !live.descendants().watch(key)).toList();
    var known =
        live.descendants().namedBy(PrimaryKey.of(ownership.primary())).stream()
            .filter(
                found ->
                    found.outlives()
                        || !deleted.contains(found.key())
                        || Leftovers.isOfOthers(found.content(), ownership.release()))
            .map(Descendant::key);
    Stream.of(stored, unwatched.stream(), known)
        .flatMap(keys -> keys)
        .distinct()
        .forEach(key -> disown(key, ownership));
  }

  void disownDropped(Collection<Revision> earlier, Revision current, Ownership ownership) {
    if (!current.manifest().isReadable()) {
      return;
    }
    var wanted = locate(current, current.manifest(), object -> true).collect(Collectors.toSet());
    earlier.stream()
        .flatMap(revision -> locate(revision, revision.manifest(), object -> true))
        .distinct()
        .filter(key -> !wanted.contains(key))
        .forEach(key -> disown(key, ownership));
  }

  void disown(ObjectKey key, Ownership ownership) {
    live.get(key).ifPresent(found -> disown(found, key, false, ownership));
  }

  /**
   * The same for an object that was just read; returns it as it is then.
   *
   * @param outlives true if it outlives the primary, whatever its own annotations say
   */
  GenericKubernetesResource disown(
      GenericKubernetesResource read, ObjectKey key, boolean outlives, Ownership ownership) {
    var found = Optional.of(read);
    var now = read;
    for (int attempt = 1; found.isPresent(); attempt++) {
      now = found.get();
      var patch = parting(key, JSON.valueToTree(now), outlives, ownership);
      if (patch.isEmpty()) {
        return now;
      }
      try {
        found = live.patch(key, patch.get(), Adoption.FIELD_MANAGER);
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || attempt == MOST_ATTEMPTS) {
          throw e;
        }
        found = live.get(key);
      }
    }
    return now;
  }

  /** Returns the patch that ends the primary's ownership; empty if there is none to end. */
  private static Optional<ObjectNode> parting(
      ObjectKey key, JsonNode found, boolean outlives, Ownership ownership) {
    boolean isOfOthers = Leftovers.isOfOthers(found, ownership.release());
    return outlives || isOfOthers || Ownership.outlives(new ManifestObject(found))
        ? new OwnerReferences(ownership, key)
            .parting(found)
            .map(patch -> complete(patch, key, found, isOfOthers, ownership))
        : Optional.empty();
  }

  private static ObjectNode complete(
      ObjectNode patch, ObjectKey key, JsonNode found, boolean isOfOthers, Ownership ownership) {
    var metadata = (ObjectNode) patch.path("metadata");
    if (!isOfOthers) {
      metadata.setAll(ownership.adoption(key, true));
    }
    if (!ApiResources.isBuiltIn(key.apiVersion())) {
      // The patch has the whole list: another client may have changed that.
      metadata.set("resourceVersion", found.path("metadata").path("resourceVersion"));
    }
    return patch;
  }

  private Stream<ObjectKey> locate(
      Revision revision, Manifest manifest, Predicate<ManifestObject> isMeant) {
    return manifest.readable().stream()
        .filter(isMeant)
        .flatMap(object -> apis.locate(object.key(), revision.release().namespace()).stream());
  }
}
