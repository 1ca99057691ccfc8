package dev.catamaran.cluster;

import dev.catamaran.engine.EngineRequest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The required metadata of a descendant: with it, the operator finds the object again, the garbage
 * collector deletes it with its primary, and Helm accepts it as part of its release. Pure.
 */
public final class Ownership {
  /**
   * {@code namespace/name} of the primary, where an owner reference is not allowed (operator-lib,
   * handler package).
   */
  static final String PRIMARY = "operator-sdk/primary-resource";

  /** {@code Kind.group} of the primary. */
  static final String PRIMARY_TYPE = "operator-sdk/primary-resource-type";

  private final PrimaryIdentity primary;
  private final ReleaseKey release;
  private final OwnershipMarks marks;

  /** Describes what {@code operator} writes on objects of {@code release} for {@code primary}. */
  public Ownership(String operator, PrimaryIdentity primary, ReleaseKey release) {
    this.primary = primary;
    this.release = release;
    this.marks = new OwnershipMarks(operator, primary);
  }

  public PrimaryIdentity primary() {
    return primary;
  }

  public OwnershipMarks marks() {
    return marks;
  }

  ReleaseKey release() {
    return release;
  }

  /** Returns the distinct namespaces of the primary and its release; cluster scope has none. */
  Set<String> namespaces() {
    return Stream.of(primary.namespace(), release.namespace())
        .filter(namespace -> !namespace.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether an object stays when its release is uninstalled and its primary is deleted: the chart
   * or a person keeps it, or it is a hook that holds data. Helm deletes neither.
   *
   * @param object from a manifest, or live
   */
  static boolean outlives(ManifestObject object) {
    return object.isKept() || (object.isHook() && object.holdsData());
  }

  /**
   * Whether a revision's manifest has the metadata of adoption on the object, so Helm writes it.
   */
  boolean isIn(ManifestObject object, ObjectKey key) {
    return allowsOwnerReference(key, outlives(object)) && marks.areOn(object);
  }

  /** Returns what the engine needs to know of it. */
  EngineRequest.Owner owner() {
    return marks.owner();
  }

  EngineRequest.Differ differ(List<EngineRequest.Compared> objects) {
    return new EngineRequest.Differ(release.name(), release.namespace(), owner(), objects);
  }

  /**
   * Whether the object may have an owner reference. An owner must be in the object's namespace, or
   * be cluster-scoped (API conventions, garbage collection). An object that outlives the primary
   * must not be deleted with its owner.
   */
  private boolean allowsOwnerReference(ObjectKey key, boolean outlives) {
    return marks.reach(key.namespace()) && !outlives;
  }

  /**
   * Whether a live object names the primary as it must: by a reference where one is allowed, and
   * without one where not.
   *
   * @param outlives whether the object in the manifest outlives the primary
   */
  boolean isSettled(Descendant found, boolean outlives) {
    boolean refers =
        found.hasContent()
            && found
                .content()
                .path("metadata")
                .path("ownerReferences")
                .valueStream()
                .anyMatch(reference -> reference.path("uid").asText().equals(primary.uid()));
    return found.owners().names(PrimaryKey.of(primary))
        && (!found.hasContent()
            || refers == allowsOwnerReference(found.key(), outlives || found.outlives()));
  }
}
