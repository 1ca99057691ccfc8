package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/**
 * Adopts the objects of a new revision that Helm creates without our label and owner reference: no
 * template can add them to these objects. Writes only metadata, under a separate field manager.
 */
record Adoption(
    LiveObjects live, Descendants descendants, ApiResources apis, OutlivingObjects outliving) {
  static final String FIELD_MANAGER = "catamaran-owner";

  /**
   * Adopts all objects of {@code revision} that are not adopted yet, including its hooks. Skips an
   * object with the marks in its manifest: Helm has written them. Skips a missing object: it is
   * drift, or a hook that Helm deleted. Adopts nothing from an unreadable manifest, since its
   * objects are unknown.
   */
  void adopt(Revision revision, Ownership ownership) {
    Steps.run(
        "adopt",
        () -> {
          for (var object : revision.manifest().readable()) {
            unsettled(object, revision.release(), ownership)
                .ifPresent(key -> adopt(object, key, ownership));
          }
          for (var hook : revision.hooks().readable()) {
            unsettled(hook, revision.release(), ownership)
                .flatMap(live::get)
                .filter(found -> isHookOf(revision, found, ownership))
                .ifPresent(found -> adoptHook(hook, found, ownership));
          }
        });
  }

  /**
   * Whether Helm made a hook. A person's object may have the name of one that has not run, or that
   * Helm has deleted since, and Helm writes no mark of the release. An object of another primary
   * stays with that one.
   */
  private static boolean isHookOf(
      Revision revision, GenericKubernetesResource found, Ownership ownership) {
    var managers = FieldManagers.of(found);
    var owners = Descendant.of(found).owners();
    return (owners.keys().isEmpty() || owners.names(PrimaryKey.of(ownership.primary())))
        && (revision.origin().isPresent()
            ? managers.isHookOfOperator()
            : managers.isHookOfAnyProgram());
  }

  private void adoptHook(
      ManifestObject hook, GenericKubernetesResource found, Ownership ownership) {
    var key = ObjectKeys.of(found);
    boolean outlives = Ownership.outlives(hook);
    var metadata = ownership.adoption(key, outlives).put("uid", found.getMetadata().getUid());
    mark(key, metadata).ifPresent(marked -> outliving.disown(marked, key, outlives, ownership));
  }

  /**
   * Adopts the objects that a failed revision created. Skips an object without the marks of its
   * release: it existed before, and belongs to another owner.
   */
  void adoptMade(Revision failed, Ownership ownership) {
    for (var object : failed.manifest().readable()) {
      apis.locate(object.key(), failed.release().namespace())
          .filter(key -> !isAdopted(key, ownership))
          .filter(key -> isMade(key, failed.release()))
          .ifPresent(key -> adopt(object, key, ownership));
    }
  }

  private boolean isMade(ObjectKey key, ReleaseKey release) {
    return live.get(key).filter(found -> Leftovers.isOf(found, release)).isPresent();
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
                        .filter(found -> isSettled(found, object, ownership))
                        .isEmpty());
  }

  /** Adopts one object; returns the adopted object, or empty if it does not exist. */
  Optional<GenericKubernetesResource> adopt(
      ManifestObject object, ObjectKey key, Ownership ownership) {
    boolean outlives = Ownership.outlives(object);
    return mark(key, ownership.adoption(key, outlives))
        .map(marked -> outliving.disown(marked, key, outlives, ownership));
  }

  private Optional<GenericKubernetesResource> mark(ObjectKey key, ObjectNode metadata) {
    if (ApiResources.isBuiltIn(key.apiVersion())) {
      // One request. It creates nothing and keeps other owners, since their list is merged by uid.
      var patch = JsonNodeFactory.instance.objectNode();
      patch.set("metadata", metadata);
      return live.patch(key, patch, FIELD_MANAGER);
    }
    return live.get(key)
        .flatMap(found -> live.apply(key, apply(found, key, metadata), FIELD_MANAGER));
  }

  private boolean isAdopted(ObjectKey key, Ownership ownership) {
    return descendants
        .find(key)
        .filter(found -> found.owners().names(PrimaryKey.of(ownership.primary())))
        .isPresent();
  }

  /** Whether a live object names its primary as adoption does. A kept one has no reference. */
  static boolean isSettled(Descendant found, ManifestObject object, Ownership ownership) {
    boolean outlives = Ownership.outlives(object);
    return found.owners().names(PrimaryKey.of(ownership.primary()))
        && !OutlivingObjects.isOwned(found, outlives, ownership)
        && !ownership.lacksReference(found, outlives);
  }

  /**
   * Returns the object to apply. With its uid, the apply cannot create an empty object in place of
   * a deleted one.
   */
  private static ObjectNode apply(
      GenericKubernetesResource found, ObjectKey key, ObjectNode metadata) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", key.apiVersion()).put("kind", key.kind());
    metadata.put("name", key.name());
    if (!metadata.has("uid")) {
      metadata.put("uid", found.getMetadata().getUid());
    }
    if (!key.namespace().isEmpty()) {
      metadata.put("namespace", key.namespace());
    }
    object.set("metadata", metadata);
    return object;
  }
}
