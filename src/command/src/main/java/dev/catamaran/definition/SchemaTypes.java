package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** Types that a flat JSON schema allows, without null. */
final class SchemaTypes {
  private static final Set<String> OF_OBJECTS =
      Set.of("properties", "patternProperties", "additionalProperties", "required");
  private static final Set<String> INT_OR_STRING = Set.of("integer", "string");
  private static final Set<String> NUMBERS = Set.of("integer", "number");

  private SchemaTypes() {}

  /**
   * Returns the type of a structural schema: a type of JSON, {@code int-or-string}, or empty for
   * more.
   */
  static String of(JsonNode schema) {
    var types = types(schema);
    if (types.equals(INT_OR_STRING)) {
      return "int-or-string";
    }
    if (types.equals(NUMBERS)) {
      return "number";
    }
    return types.size() == 1 ? types.iterator().next() : "";
  }

  /** Returns whether a schema accepts null and nothing else. */
  static boolean isNull(JsonNode schema) {
    var type = schema.path("type");
    return type.asText().equals("null")
        || (type.size() == 1 && type.path(0).asText().equals("null"))
        || (schema.has("const") && schema.get("const").isNull())
        || (schema.path("enum").size() == 1 && schema.get("enum").get(0).isNull());
  }

  /** Returns whether a schema names null as a type or value. */
  static boolean allowsNull(JsonNode schema) {
    return isNull(schema)
        || elements(schema.path("type")).contains("null")
        || StreamSupport.stream(schema.path("enum").spliterator(), false).anyMatch(JsonNode::isNull)
        || schema.path("nullable").asBoolean(false);
  }

  /** Returns the types; empty if the schema names none. */
  private static Set<String> types(JsonNode schema) {
    var type = schema.path("type");
    var named = type.isTextual() ? new TreeSet<>(Set.of(type.asText())) : elements(type);
    named.remove("null");
    if (!named.isEmpty() || !type.isMissingNode()) {
      return named;
    }
    if (schema.has("enum") || schema.has("const")) {
      return ofValues(schema);
    }
    var alternatives = alternatives(schema);
    if (!alternatives.isEmpty()) {
      return alternatives;
    }
    if (OF_OBJECTS.stream().anyMatch(schema::has)) {
      return Set.of("object");
    }
    return schema.has("items") ? Set.of("array") : Set.of();
  }

  private static Set<String> alternatives(JsonNode schema) {
    var found = new TreeSet<String>();
    for (var branch : schema.path("anyOf")) {
      var types = types(branch);
      if (types.isEmpty()) {
        return Set.of();
      }
      found.addAll(types);
    }
    return found;
  }

  private static Set<String> ofValues(JsonNode schema) {
    var values = new ArrayList<JsonNode>();
    schema.path("enum").forEach(values::add);
    if (schema.has("const")) {
      values.add(schema.get("const"));
    }
    var types = new TreeSet<String>();
    values.stream().filter(value -> !value.isNull()).map(SchemaTypes::ofValue).forEach(types::add);
    return types;
  }

  private static String ofValue(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case BOOLEAN -> "boolean";
      case OBJECT -> "object";
      case ARRAY -> "array";
      case NULL, BINARY, MISSING, POJO -> "null";
    };
  }

  private static Set<String> elements(JsonNode list) {
    var found = new TreeSet<String>();
    list.forEach(element -> found.add(element.asText()));
    return found;
  }
}
