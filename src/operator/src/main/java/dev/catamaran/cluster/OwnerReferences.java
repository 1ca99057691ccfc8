package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ObjectKey;
import java.util.ArrayList;
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
   * Adds their deletion to a patch.
   *
   * @param patch the other repairs
   * @param outlives whether the object outlives the primary
   */
  Optional<ObjectNode> inPatch(Optional<ObjectNode> patch, boolean outlives, JsonNode live) {
    boolean allowed = ownership.allowsOwnerReference(key, outlives);
    var unwanted = new ArrayList<JsonNode>();
    for (var reference : live.path("metadata").path(FIELD)) {
      if (isUnwanted(reference, allowed)) {
        unwanted.add(reference);
      }
    }
    if (unwanted.isEmpty()) {
      return patch;
    }
    var extended = patch.orElseGet(JsonNodeFactory.instance::objectNode);
    var metadata = extended.withObjectProperty("metadata");
    switch (ApiResources.mergeKeys(key.apiVersion())) {
      case BUILT_IN -> delete(unwanted, metadata.withArrayProperty(FIELD));
      case NONE -> metadata.set(FIELD, remaining(unwanted, metadata, live));
    }
    return Optional.of(extended);
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

  private static void delete(List<JsonNode> unwanted, ArrayNode patch) {
    unwanted.forEach(
        each -> patch.addObject().put("$patch", "delete").put("uid", each.path("uid").asText()));
  }

  /**
   * Returns the remaining list, since a merge patch replaces the whole list; null deletes it. A
   * list that is already in the patch is the desired one.
   */
  private static JsonNode remaining(List<JsonNode> unwanted, ObjectNode metadata, JsonNode live) {
    var all = metadata.has(FIELD) ? metadata.path(FIELD) : live.path("metadata").path(FIELD);
    var remaining = JsonNodeFactory.instance.arrayNode();
    all.forEach(
        each -> {
          if (!unwanted.contains(each)) {
            remaining.add(each);
          }
        });
    return remaining.isEmpty() ? NullNode.getInstance() : remaining;
  }
}
