package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.MergeKeys;
import java.util.stream.IntStream;

/**
 * The effect of a patch on an object, without the API server: for objects that do not exist yet,
 * and for people without the right to patch. Pure.
 */
public final class LocalPatch {
  private static final String DIRECTIVE = "$patch";
  private static final String ORDER = "$setElementOrder/";
  private static final String RETAINED = "$retainKeys";
  private static final String JSON_MERGE = "application/merge-patch+json";

  private LocalPatch() {}

  /**
   * Returns the patched object. Treats a server-side apply as a strategic merge patch.
   *
   * @param type media type of the patch
   */
  public static ObjectNode of(String type, ObjectNode patch, ObjectNode object) {
    var result = object.deepCopy();
    if (type.startsWith(JSON_MERGE)) {
      merge(patch, result);
    } else {
      var replaced = MergeKeys.BUILT_IN.replaced(object);
      replaced
          .filter(field -> patch.at(field).isObject() && result.at(field).isObject())
          .ifPresent(field -> ((ObjectNode) result.at(field)).removeAll());
      mergeByKeys(patch, result, "");
    }
    return result;
  }

  private static void merge(ObjectNode patch, ObjectNode into) {
    for (var field : patch.properties()) {
      if (field.getValue().isNull()) {
        into.remove(field.getKey());
      } else if (field.getValue() instanceof ObjectNode object) {
        merge(object, below(into, field.getKey()));
      } else {
        into.set(field.getKey(), field.getValue());
      }
    }
  }

  /**
   * Merges a strategic patch.
   *
   * @param parent name of the field that has this object, or the list of it
   */
  private static void mergeByKeys(ObjectNode patch, ObjectNode into, String parent) {
    // Helm sends it without any change, too. Then the rest comes back as defaults.
    if (patch.get(RETAINED) instanceof ArrayNode retained && patch.size() > 1) {
      into.retain(retained.valueStream().map(JsonNode::asText).toList());
    }
    for (var field : patch.properties()) {
      var name = field.getKey();
      switch (field.getValue()) {
        case JsonNode ignored when name.startsWith("$") -> {}
        case JsonNode gone when gone.isNull() -> into.remove(name);
        case ObjectNode object -> mergeByKeys(object, below(into, name), name);
        case ArrayNode list when into.path(name) instanceof ArrayNode below -> {
          var merged = merged(list, below, parent, name);
          // The types of built-in kinds leave out an empty list.
          if (merged.isEmpty()) {
            into.remove(name);
          } else {
            into.set(name, merged);
          }
        }
        case JsonNode value -> into.set(name, value);
      }
    }
    for (var field : patch.properties()) {
      if (field.getKey().startsWith(ORDER)) {
        var name = field.getKey().substring(ORDER.length());
        MergeKeys.BUILT_IN
            .mergedBy(parent, name)
            .ifPresent(key -> order(field.getValue(), into.path(name), key));
      }
    }
  }

  private static ObjectNode below(ObjectNode object, String field) {
    return object.path(field) instanceof ObjectNode below ? below : object.putObject(field);
  }

  private static ArrayNode merged(ArrayNode patch, ArrayNode below, String parent, String name) {
    var key = MergeKeys.BUILT_IN.mergedBy(parent, name);
    if (key.isEmpty() || isReplacing(patch)) {
      var whole = patch.arrayNode();
      patch.valueStream().filter(item -> !item.has(DIRECTIVE)).forEach(whole::add);
      return whole;
    }
    var result = below.deepCopy();
    for (var item : patch) {
      int index = index(result, key.get(), item);
      if (item.path(DIRECTIVE).asText().equals("delete")) {
        if (index >= 0) {
          result.remove(index);
        }
      } else if (index >= 0
          && item instanceof ObjectNode object
          && result.path(index) instanceof ObjectNode into) {
        mergeByKeys(object, into, name);
      } else {
        result.add(item);
      }
    }
    return result;
  }

  /** Items that the patch does not name stay at their places. */
  private static void order(JsonNode wanted, JsonNode list, String key) {
    if (!(wanted instanceof ArrayNode order && list instanceof ArrayNode items)) {
      return;
    }
    var named =
        order
            .valueStream()
            .map(item -> index(items, key, item))
            .filter(i -> i >= 0)
            .distinct()
            .toList();
    var places =
        IntStream.range(0, items.size()).filter(i -> index(order, key, items.path(i)) >= 0);
    var free = places.boxed().toList();
    // Items may share a key, such as one port over TCP and UDP.
    if (free.size() == named.size()) {
      var before = items.deepCopy();
      for (int i = 0; i < free.size(); i++) {
        items.set(free.get(i), before.path(named.get(i)));
      }
    }
  }

  private static boolean isReplacing(ArrayNode patch) {
    return patch.valueStream().anyMatch(item -> item.path(DIRECTIVE).asText().equals("replace"));
  }

  private static int index(ArrayNode list, String key, JsonNode item) {
    for (int i = 0; i < list.size(); i++) {
      if (list.path(i).path(key).equals(item.path(key))) {
        return i;
      }
    }
    return -1;
  }
}
