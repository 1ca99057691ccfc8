package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
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

  ReleaseKey release() {
    return release;
  }

  /** Returns the distinct namespaces of the primary and its release; cluster scope has none. */
  Set<String> namespaces() {
    return Stream.of(primary.namespace(), release.namespace())
        .filter(namespace -> !namespace.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Selects all objects of the operator. */
  String labelSelector() {
    return OwnershipMarks.OPERATOR_LABEL + "=" + marks.operator();
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
   * Returns the metadata that adoption writes: label, and owner reference or annotations.
   *
   * @param outlives whether the object outlives the primary
   */
  ObjectNode adoption(ObjectKey key, boolean outlives) {
    var metadata = JsonNodeFactory.instance.objectNode();
    metadata.putObject("labels").put(OwnershipMarks.OPERATOR_LABEL, marks.operator());
    if (allowsOwnerReference(key, outlives)) {
      metadata.putArray("ownerReferences").add(marks.ownerReference());
    } else {
      metadata
          .putObject("annotations")
          .put(PRIMARY, primary.namespace() + "/" + primary.name())
          .put(PRIMARY_TYPE, primary.kind() + "." + primary.group());
    }
    return metadata;
  }

  /**
   * Whether a revision's manifest has the metadata of adoption on the object, so Helm writes it.
   */
  boolean isIn(ManifestObject object, ObjectKey key) {
    return allowsOwnerReference(key, outlives(object)) && marks.areOn(object);
  }

  /**
   * Returns the desired object: the manifest's content, with the metadata of adoption and Helm's
   * marks in place of those in the manifest.
   *
   * @param outlives whether the object outlives the primary
   */
  ObjectNode complete(ObjectNode content, ObjectKey key, boolean outlives) {
    var complete = content.deepCopy();
    OwnershipMarks.removeFrom(complete);
    var metadata = complete.withObjectProperty("metadata");
    var adoption = adoption(key, outlives);
    metadata.withObjectProperty("labels").setAll((ObjectNode) adoption.path("labels"));
    metadata.withObjectProperty("labels").put("app.kubernetes.io/managed-by", "Helm");
    var annotations = metadata.withObjectProperty("annotations");
    annotations.put("meta.helm.sh/release-name", release.name());
    annotations.put("meta.helm.sh/release-namespace", release.namespace());
    if (adoption.path("annotations") instanceof ObjectNode ours) {
      annotations.setAll(ours);
    }
    if (adoption.has("ownerReferences")) {
      metadata.set("ownerReferences", adoption.path("ownerReferences"));
    }
    return complete;
  }

  /**
   * Whether the object may have an owner reference. An owner must be in the object's namespace, or
   * be cluster-scoped (API conventions, garbage collection). An object that outlives the primary
   * must not be deleted with its owner.
   */
  boolean allowsOwnerReference(ObjectKey key, boolean outlives) {
    return marks.reach(key.namespace()) && !outlives;
  }

  /**
   * Whether a live object may have an owner reference, and has none to the primary: an earlier
   * revision or a person kept it, and nobody does now.
   *
   * @param outlives whether the object in the manifest outlives the primary
   */
  boolean lacksReference(Descendant found, boolean outlives) {
    if (!allowsOwnerReference(found.key(), outlives || found.outlives()) || !found.hasContent()) {
      return false;
    }
    for (var reference : found.content().path("metadata").path("ownerReferences")) {
      if (reference.path("uid").asText().equals(primary.uid())) {
        return false;
      }
    }
    return true;
  }

  /** Whether an owner in the object's namespace may be the primary. */
  boolean reaches(ObjectKey key) {
    return marks.reach(key.namespace());
  }
}
