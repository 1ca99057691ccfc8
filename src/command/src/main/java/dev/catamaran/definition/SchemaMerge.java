package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Optional;

/**
 * Merges JSON schemas that must all match.
 *
 * @param pointer the place, for notes
 */
record SchemaMerge(String pointer, SchemaNotes notes) {

  /** Returns a schema that is at most as strict as both together. */
  ObjectNode merge(ObjectNode one, ObjectNode other) {
    var merged = one.deepCopy();
    for (var entry : other.properties()) {
      var keyword = entry.getKey();
      var present = merged.get(keyword);
      if (present == null) {
        merged.set(keyword, entry.getValue());
      } else if (!present.equals(entry.getValue())) {
        both(keyword, present, entry.getValue())
            .ifPresentOrElse(both -> merged.set(keyword, both), () -> merged.remove(keyword));
      }
    }
    return merged;
  }

  /** Returns the value of a keyword with two values; empty if it must be left out. */
  private Optional<JsonNode> both(String keyword, JsonNode one, JsonNode other) {
    return switch (keyword) {
      case "properties" -> Optional.of(properties(one, other));
      case "required" -> Optional.of(union(one, other));
      case "minimum", "minLength", "minItems" ->
          Optional.of(one.asDouble() >= other.asDouble() ? one : other);
      case "maximum", "maxLength", "maxItems" ->
          Optional.of(one.asDouble() <= other.asDouble() ? one : other);
      case "items" -> Optional.of(all(one, other));
      case "enum" -> nonEmpty(keyword, common(one, other));
      case "type" -> nonEmpty(keyword, common(list(one), list(other)));
      // Both must match, but a list of alternatives has one place.
      case "anyOf" -> {
        notes.leftOpen(pointer, "two lists of alternatives cannot be combined");
        yield Optional.of(one);
      }
      // About known keys of one part only: the merged object stays open.
      case "additionalProperties" -> Optional.empty();
      default -> Optional.of(one);
    };
  }

  private static JsonNode properties(JsonNode one, JsonNode other) {
    var merged = (ObjectNode) one.deepCopy();
    for (var property : other.properties()) {
      var present = merged.get(property.getKey());
      boolean differs = present != null && !present.equals(property.getValue());
      merged.set(
          property.getKey(), differs ? all(present, property.getValue()) : property.getValue());
    }
    return merged;
  }

  private static JsonNode all(JsonNode one, JsonNode other) {
    var all = JsonNodeFactory.instance.objectNode();
    all.putArray("allOf").add(one).add(other);
    return all;
  }

  private static ArrayNode union(JsonNode one, JsonNode other) {
    var elements = new LinkedHashSet<JsonNode>();
    one.forEach(elements::add);
    other.forEach(elements::add);
    return JsonNodeFactory.instance.arrayNode().addAll(elements);
  }

  private static ArrayNode common(JsonNode one, JsonNode other) {
    var elements = new LinkedHashSet<JsonNode>();
    other.forEach(elements::add);
    var common = JsonNodeFactory.instance.arrayNode();
    one.forEach(
        element -> {
          if (elements.contains(element)) {
            common.add(element);
          }
        });
    return common;
  }

  /** An integer is also a number. */
  private static JsonNode list(JsonNode type) {
    var list = JsonNodeFactory.instance.arrayNode();
    if (type.isArray()) {
      list.addAll((ArrayNode) type);
    } else {
      list.add(type);
    }
    for (var element : list) {
      if (element.asText().equals("number")) {
        return list.add("integer");
      }
    }
    return list;
  }

  private Optional<JsonNode> nonEmpty(String keyword, ArrayNode common) {
    if (common.isEmpty()) {
      notes.leftOpen(pointer, "the parts contradict each other in \"" + keyword + "\"");
      return Optional.empty();
    }
    return Optional.of(common);
  }
}
