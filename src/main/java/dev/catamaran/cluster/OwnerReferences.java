package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Owner references that must go: one that would have the garbage collector take what the chart
 * wants to keep, and one that somebody bent to an object that is not the primary. Those of others
 * stay. Pure.
 */
final class OwnerReferences {
  private static final String FIELD = "ownerReferences";

  private final Ownership ownership;
  private final ObjectKey key;

  OwnerReferences(Ownership ownership, ObjectKey key) {
    this.ownership = ownership;
    this.key = key;
  }

  /**
   * Adds to a patch what takes them away.
   *
   * @param patch what else there is to mend
   */
  Optional<ObjectNode> inPatch(Optional<ObjectNode> patch, ManifestObject object, JsonNode live) {
    var unwanted = new ArrayList<JsonNode>();
    live.path("metadata").path(FIELD).forEach(each -> addIfUnwanted(each, object, unwanted));
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

  private void addIfUnwanted(JsonNode reference, ManifestObject object, List<JsonNode> unwanted) {
    boolean isOurs = reference.path("uid").asText().equals(ownership.primary().uid());
    boolean allowed = ownership.allowsOwnerReference(object, key);
    if (isOurs ? !allowed : allowed && namesPrimary(reference)) {
      unwanted.add(reference);
    }
  }

  /** An owner lives in the namespace of what it owns, so there can be no other of this name. */
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

  /** A merge patch replaces the list whole; what it has already is what is wanted of it. */
  private static ArrayNode remaining(List<JsonNode> unwanted, ObjectNode metadata, JsonNode live) {
    var all = metadata.has(FIELD) ? metadata.path(FIELD) : live.path("metadata").path(FIELD);
    var remaining = JsonNodeFactory.instance.arrayNode();
    all.forEach(
        each -> {
          if (!unwanted.contains(each)) {
            remaining.add(each);
          }
        });
    return remaining;
  }
}
