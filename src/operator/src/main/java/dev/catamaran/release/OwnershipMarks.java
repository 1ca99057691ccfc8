package dev.catamaran.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.manifest.ManifestObject;

/**
 * The marks of ownership on an object beside its primary: a label for the informers, and an owner
 * reference for the garbage collector. Pure.
 *
 * @param operator value of the label; distinguishes two operators of one cluster
 * @param primary the owner
 */
public record OwnershipMarks(String operator, PrimaryIdentity primary) {
  /** Label on every descendant; informers select on it. */
  public static final String OPERATOR_LABEL = "catamaran.dev/operator";

  /** Whether the primary may own objects in {@code namespace}; empty for cluster scope. */
  public boolean reach(String namespace) {
    return primary.namespace().isEmpty() || primary.namespace().equals(namespace);
  }

  /** Returns the owner reference to the primary. */
  public ObjectNode ownerReference() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("apiVersion", primary.apiVersion())
        .put("kind", primary.kind())
        .put("name", primary.name())
        .put("uid", primary.uid())
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }

  /** Returns what the engine needs to know of the owner. */
  public EngineRequest.Owner owner() {
    return new EngineRequest.Owner(operator, primary.namespace(), ownerReference());
  }

  /** Whether a manifest has exactly these marks on the object. */
  public boolean areOn(ManifestObject object) {
    var references = object.content().path("metadata").path("ownerReferences");
    return label(object).asText().equals(operator)
        && references.size() == 1
        && references.get(0).equals(ownerReference());
  }

  private static JsonNode label(ManifestObject object) {
    return object.content().path("metadata").path("labels").path(OPERATOR_LABEL);
  }
}
