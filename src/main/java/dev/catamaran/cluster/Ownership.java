package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a descendant's metadata must say, so that it is found again, collected with its primary, and
 * accepted by Helm as part of its release. Pure.
 */
public final class Ownership {
  /**
   * Label on every descendant; informers select on it. Its value keeps two operators of one cluster
   * apart.
   */
  public static final String OPERATOR_LABEL = "catamaran.dev/operator";

  /**
   * {@code namespace/name} of the primary, where an owner reference is not allowed (operator-lib,
   * handler package).
   */
  static final String PRIMARY = "operator-sdk/primary-resource";

  /** {@code Kind.group} of the primary. */
  static final String PRIMARY_TYPE = "operator-sdk/primary-resource-type";

  private final String operator;
  private final PrimaryIdentity primary;
  private final ReleaseKey release;

  /** What {@code operator} writes on objects of {@code release} for {@code primary}. */
  public Ownership(String operator, PrimaryIdentity primary, ReleaseKey release) {
    this.operator = operator;
    this.primary = primary;
    this.release = release;
  }

  /** Whose objects these are. */
  public PrimaryIdentity primary() {
    return primary;
  }

  /** Where the primary and its release are, without repeating; there is none for cluster scope. */
  Set<String> namespaces() {
    return Stream.of(primary.namespace(), release.namespace())
        .filter(namespace -> !namespace.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Selects all objects of the operator. */
  String labelSelector() {
    return OPERATOR_LABEL + "=" + operator;
  }

  /** The metadata that adoption writes: label, and owner reference or annotations. */
  ObjectNode adoption(ManifestObject object, ObjectKey key) {
    var metadata = JsonNodeFactory.instance.objectNode();
    metadata.putObject("labels").put(OPERATOR_LABEL, operator);
    if (allowsOwnerReference(object, key)) {
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", primary.apiVersion())
          .put("kind", primary.kind())
          .put("name", primary.name())
          .put("uid", primary.uid())
          .put("controller", true)
          .put("blockOwnerDeletion", true);
    } else {
      metadata
          .putObject("annotations")
          .put(PRIMARY, primary.namespace() + "/" + primary.name())
          .put(PRIMARY_TYPE, primary.kind() + "." + primary.group());
    }
    return metadata;
  }

  /**
   * The object as it should be in the cluster: as in the manifest, adopted, and marked as Helm
   * marks it.
   */
  ObjectNode complete(ObjectNode content, ManifestObject object, ObjectKey key) {
    var complete = content.deepCopy();
    var metadata = complete.withObjectProperty("metadata");
    var adoption = adoption(object, key);
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
   * An owner must live in the namespace of what it owns, or be cluster-scoped (API conventions,
   * garbage collection); and what the chart wants to keep must not be collected with its owner.
   */
  boolean allowsOwnerReference(ManifestObject object, ObjectKey key) {
    boolean reachable =
        primary.namespace().isEmpty() || primary.namespace().equals(key.namespace());
    return reachable && !object.isKept();
  }
}
