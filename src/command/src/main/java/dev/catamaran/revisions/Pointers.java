package dev.catamaran.revisions;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Leaves of a tree by their JSON pointers. Pure. */
final class Pointers {
  private Pointers() {}

  /** Returns all leaves in order; an empty map or list is a leaf too, except the whole tree. */
  static Map<JsonPointer, JsonNode> leaves(ObjectNode tree) {
    var leaves = new LinkedHashMap<JsonPointer, JsonNode>();
    tree.properties().forEach(field -> collect(pointer(field.getKey()), field.getValue(), leaves));
    return leaves;
  }

  private static void collect(JsonPointer at, JsonNode node, Map<JsonPointer, JsonNode> leaves) {
    switch (node) {
      case ObjectNode map when !map.isEmpty() ->
          map.properties()
              .forEach(
                  field -> collect(at.append(pointer(field.getKey())), field.getValue(), leaves));
      case ArrayNode list when !list.isEmpty() -> {
        for (int i = 0; i < list.size(); i++) {
          collect(at.appendIndex(i), list.get(i), leaves);
        }
      }
      case JsonNode leaf -> leaves.put(at, leaf);
    }
  }

  static JsonPointer pointer(String name) {
    return JsonPointer.empty().appendProperty(name);
  }

  /**
   * Whether a tree sets the value at a pointer: it has a value there, or a leaf on the way. A null
   * sets nothing: it fills a list up to the index of another value.
   */
  static boolean isSet(JsonPointer at, JsonNode tree) {
    var node = tree;
    for (var rest = at; !rest.matches() && node.isContainerNode(); rest = rest.tail()) {
      node = child(node, rest);
    }
    return !node.isMissingNode() && !node.isNull();
  }

  static JsonNode child(JsonNode node, JsonPointer pointer) {
    return node.isArray()
        ? node.path(pointer.getMatchingIndex())
        : node.path(pointer.getMatchingProperty());
  }

  /** Returns a pointer in the syntax of {@code helm --set}. */
  static String path(JsonPointer pointer, JsonNode tree) {
    var path = new StringBuilder();
    var node = tree;
    for (var rest = pointer; !rest.matches(); rest = rest.tail()) {
      var name = rest.getMatchingProperty();
      if (node.isArray()) {
        path.append('[').append(rest.getMatchingIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(name.replaceAll("[\\\\.,=\\[]", "\\\\$0"));
      }
      node = child(node, rest);
    }
    return path.toString();
  }
}
