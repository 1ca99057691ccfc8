package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Content of an object in an earlier manifest that is missing in a later one. Lists without a merge
 * key have no surplus: the writer of the later manifest replaced them whole. Nor have lists with
 * two items of one key: a patch by that key may change the wrong one.
 */
public final class Surplus {
  private static final String DIRECTIVE = "$patch";

  private final MergeKeys keys;

  /** Identifies the items of lists by these keys. */
  public Surplus(MergeKeys keys) {
    this.keys = keys;
  }

  /**
   * Returns the patch that removes the surplus and changes nothing else: a strategic merge patch
   * for built-in kinds, a JSON merge patch for others.
   *
   * @return empty if there is none
   */
  public Optional<ObjectNode> patch(JsonNode earlier, JsonNode later) {
    var patch = object(withoutReplaced(earlier, later), later, "");
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }

  /** The writer of the later manifest sent this field whole. A part of it would replace it. */
  private JsonNode withoutReplaced(JsonNode earlier, JsonNode later) {
    var field = keys.replaced(later);
    if (field.isEmpty() || !(earlier.deepCopy() instanceof ObjectNode rest)) {
      return earlier;
    }
    rest.withObject(field.get().head()).remove(field.get().last().getMatchingProperty());
    return rest;
  }

  private ObjectNode object(JsonNode earlier, JsonNode later, String name) {
    var patch = JsonNodeFactory.instance.objectNode();
    for (var field : earlier.properties()) {
      // The namespace of an object may be explicit or implied.
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
        ? keys.of(parent, name)
            .filter(ItemKey::isMerged)
            .filter(key -> key.identifies(before) && key.identifies(after))
            .flatMap(key -> items(before, after, key, name))
        : Optional.empty();
  }

  private Optional<JsonNode> items(ArrayNode earlier, ArrayNode later, ItemKey key, String name) {
    var patch = JsonNodeFactory.instance.arrayNode();
    for (var item : earlier) {
      var value = item.path(key.field());
      var counterparts = key.in(later, item);
      if (counterparts.isEmpty()) {
        patch.addObject().put(DIRECTIVE, "delete").set(key.field(), value);
        continue;
      }
      var surplus = object(item, counterparts.getFirst(), name);
      if (!surplus.isEmpty()) {
        patch.add(surplus.set(key.field(), value));
      }
    }
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }
}
