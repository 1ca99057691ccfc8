package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * Owner references to delete: one that would make the garbage collector delete an object that
 * outlives the primary, and one that another client changed to an object other than the primary.
 * References to other owners stay. Pure.
 */
record OwnerReferences(Ownership ownership, ObjectKey key) {
  private static final String FIELD = "ownerReferences";

  /**
   * Returns the patch that deletes them; empty if there are none.
   *
   * @param live the whole object
   */
  Optional<ObjectNode> parting(JsonNode live) {
    var unwanted = unwanted(true, live);
    if (unwanted.isEmpty()) {
      return Optional.empty();
    }
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata");
    if (ApiResources.isBuiltIn(key.apiVersion())) {
      var references = metadata.putArray(FIELD);
      unwanted.forEach(uid -> references.addObject().put("$patch", "delete").put("uid", uid));
    } else {
      metadata.set(FIELD, remaining(unwanted, live));
    }
    return Optional.of(patch);
  }

  /**
   * Returns their uids.
   *
   * @param outlives whether the object outlives the primary
   */
  List<String> unwanted(boolean outlives, JsonNode live) {
    boolean allowed = ownership.allowsOwnerReference(key, outlives);
    return live.path("metadata")
        .path(FIELD)
        .valueStream()
        .filter(reference -> isUnwanted(reference, allowed))
        .map(reference -> reference.path("uid").asText())
        .toList();
  }

  private boolean isUnwanted(JsonNode reference, boolean allowed) {
    return reference.path("uid").asText().equals(ownership.primary().uid())
        ? !allowed
        : ownership.reaches(key) && namesPrimary(reference);
  }

  /**
   * Whether a reference has the primary's kind and name. An owner is in the namespace of its
   * objects, so no other owner has this name.
   */
  private boolean namesPrimary(JsonNode reference) {
    var primary = ownership.primary();
    return OwnerKeys.groupOf(reference.path("apiVersion").asText()).equals(primary.group())
        && reference.path("kind").asText().equals(primary.kind())
        && reference.path("name").asText().equals(primary.name());
  }

  /** A merge patch replaces the whole list; null deletes it. */
  private static JsonNode remaining(List<String> unwanted, JsonNode live) {
    var remaining = JsonNodeFactory.instance.arrayNode();
    live.path("metadata")
        .path(FIELD)
        .valueStream()
        .filter(each -> !unwanted.contains(each.path("uid").asText()))
        .forEach(remaining::add);
    return remaining.isEmpty() ? NullNode.getInstance() : remaining;
  }
}
