package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The effect of a patch on an object, without the API server: for objects that do not exist yet,
 * and for people without the right to patch. Pure.
 */
public final class LocalPatch {
  private static final String DIRECTIVE = "$patch";
  private static final String JSON_MERGE = "application/merge-patch+json";

  /** Merge keys of built-in lists; the first that each item has. */
  private static final List<String> KEYS =
      List.of(
          "uid", "name", "containerPort", "port", "mountPath", "devicePath", "ip", "topologyKey");

  private LocalPatch() {}

  /**
   * Returns the patched object. Treats a server-side apply as a strategic merge patch.
   *
   * @param type media type of the patch
   */
  public static ObjectNode of(String type, ObjectNode patch, ObjectNode object) {
    var result = object.deepCopy();
    merge(patch, result, !type.startsWith(JSON_MERGE));
    return result;
  }

  private static void merge(ObjectNode patch, ObjectNode into, boolean isStrategic) {
    for (var field : patch.properties()) {
      var name = field.getKey();
      var value = field.getValue();
      if (isStrategic && name.startsWith("$")) {
        continue;
      }
      if (value.isNull()) {
        into.remove(name);
      } else if (value instanceof ObjectNode object) {
        merge(
            object,
            into.path(name) instanceof ObjectNode below ? below : into.putObject(name),
            isStrategic);
      } else if (isStrategic
          && value instanceof ArrayNode list
          && into.path(name) instanceof ArrayNode below) {
        var merged = merged(list, below);
        // The types of built-in kinds leave out an empty list.
        if (merged.isEmpty()) {
          into.remove(name);
        } else {
          into.set(name, merged);
        }
      } else {
        into.set(name, value);
      }
    }
  }

  private static ArrayNode merged(ArrayNode patch, ArrayNode below) {
    var key = key(patch).filter(k -> key(below).filter(k::equals).isPresent());
    if (key.isEmpty() || isReplacing(patch)) {
      var whole = patch.arrayNode();
      items(patch).filter(item -> !item.has(DIRECTIVE)).forEach(whole::add);
      return whole;
    }
    var result = below.deepCopy();
    for (var item : patch) {
      int index = index(result, key.get(), item.path(key.get()));
      if (item.path(DIRECTIVE).asText().equals("delete")) {
        if (index >= 0) {
          result.remove(index);
        }
      } else if (index >= 0 && item instanceof ObjectNode object) {
        merge(object, (ObjectNode) result.get(index), true);
      } else {
        result.add(item);
      }
    }
    return result;
  }

  private static boolean isReplacing(ArrayNode patch) {
    return items(patch).anyMatch(item -> item.path(DIRECTIVE).asText().equals("replace"));
  }

  private static Optional<String> key(ArrayNode list) {
    return KEYS.stream()
        .filter(key -> !list.isEmpty() && items(list).allMatch(item -> item.has(key)))
        .findFirst();
  }

  private static int index(ArrayNode list, String key, JsonNode value) {
    for (int i = 0; i < list.size(); i++) {
      if (list.path(i).path(key).equals(value)) {
        return i;
      }
    }
    return -1;
  }

  private static java.util.stream.Stream<JsonNode> items(ArrayNode list) {
    return StreamSupport.stream(list.spliterator(), /* parallel= */ false);
  }
}
