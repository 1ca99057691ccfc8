package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * What an earlier manifest wanted of an object and a later one does not. Lists without a merge key
 * have no surplus: whoever wrote the later manifest replaced them whole.
 */
public final class Surplus {
  private static final String DIRECTIVE = "$patch";

  private final MergeKeys keys;

  /** Tells the items of lists apart by these keys. */
  public Surplus(MergeKeys keys) {
    this.keys = keys;
  }

  /**
   * The patch that takes the surplus away and touches nothing else: a strategic merge patch for
   * built-in kinds, a JSON merge patch for others.
   *
   * @return empty if there is none
   */
  public Optional<ObjectNode> patch(JsonNode earlier, JsonNode later) {
    var patch = object(earlier, later, "");
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }

  private ObjectNode object(JsonNode earlier, JsonNode later, String name) {
    var patch = JsonNodeFactory.instance.objectNode();
    for (var field : earlier.properties()) {
      // Which namespace an object is in may be written or understood.
      if (!(name.equals("metadata") && field.getKey().equals("namespace"))) {
        surplus(field.getValue(), later.path(field.getKey()), name, field.getKey())
            .ifPresent(surplus -> patch.set(field.getKey(), surplus));
      }
    }
    return patch;
  }

  private Optional<JsonNode> surplus(JsonNode earlier, JsonNode later, String parent, String name) {
    if (later.isMissingNode()) {
      return Optional.of(JsonNodeFactory.instance.nullNode());
    }
    if (earlier.isObject() && later.isObject()) {
      var patch = object(earlier, later, name);
      return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }
    return earlier instanceof ArrayNode before && later instanceof ArrayNode after
        ? keys.of(parent, name).flatMap(key -> items(before, after, key, name))
        : Optional.empty();
  }

  private Optional<JsonNode> items(ArrayNode earlier, ArrayNode later, String key, String name) {
    if (keys == MergeKeys.NONE) {
      return Optional.empty();
    }
    var patch = JsonNodeFactory.instance.arrayNode();
    for (var item : earlier) {
      var counterpart = ManifestDiff.find(later, key, item.path(key));
      if (counterpart.isEmpty()) {
        patch.addObject().put(DIRECTIVE, "delete").set(key, item.path(key));
        continue;
      }
      var surplus = object(item, counterpart.get(), name);
      if (!surplus.isEmpty()) {
        patch.add(surplus.set(key, item.path(key)));
      }
    }
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }
}
