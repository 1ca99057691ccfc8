package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The schema of a CRD as JSON schema of draft 4, from which OpenAPI 3.0 comes. Unknown fields are
 * violations, as for {@code kubectl apply}. Pure.
 */
final class SampleSchema {
  private static final String ADDITIONAL = "additionalProperties";
  private static final Set<String> OF_OBJECTS = Set.of("apiVersion", "kind", "metadata");

  private static final Set<String> NO_CONDITIONS =
      Set.of("default", "description", "example", "externalDocs", "nullable", "title");

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_4,
          builder ->
              builder
                  .schemaCacheEnabled(false)
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().locale(Locale.ENGLISH).build()));

  private SampleSchema() {}

  /** Returns the violations of an object. */
  static List<Error> violations(JsonNode schema, JsonNode object) {
    return REGISTRY.getSchema(root(schema).toString()).validate(object);
  }

  /** Returns the paths of items with the keys of an earlier one, which JSON schema cannot say. */
  static Stream<List<String>> repeated(JsonNode schema, JsonNode value, List<String> path) {
    var keys =
        schema.path("x-kubernetes-list-map-keys").valueStream().map(JsonNode::asText).toList();
    var items = schema.path("items");
    var known = new HashSet<List<JsonNode>>();
    return switch (value) {
      case ObjectNode object ->
          object.properties().stream()
              .flatMap(
                  field ->
                      repeated(
                          schema.path("properties").path(field.getKey()),
                          field.getValue(),
                          below(path, field.getKey())));
      case ArrayNode list ->
          IntStream.range(0, list.size())
              .boxed()
              .flatMap(
                  i ->
                      Stream.concat(
                          keys.isEmpty() || known.add(keysOf(list.get(i), keys, items))
                              ? Stream.empty()
                              : Stream.of(below(path, String.valueOf(i))),
                          repeated(items, list.get(i), below(path, String.valueOf(i)))));
      default -> Stream.empty();
    };
  }

  /** The API server fills in defaults first. */
  private static List<JsonNode> keysOf(JsonNode item, List<String> keys, JsonNode schema) {
    return keys.stream()
        .map(
            key ->
                item.has(key)
                    ? item.path(key)
                    : schema.path("properties").path(key).path("default"))
        .toList();
  }

  private static List<String> below(List<String> path, String step) {
    return Stream.concat(path.stream(), Stream.of(step)).toList();
  }

  private static JsonNode root(JsonNode schema) {
    var converted = converted(schema, true);
    if (converted instanceof ObjectNode root) {
      allowObject(root);
    }
    return converted;
  }

  private static void allowObject(ObjectNode schema) {
    var properties =
        schema.get("properties") instanceof ObjectNode present
            ? present
            : schema.putObject("properties");
    OF_OBJECTS.forEach(name -> properties.set(name, JsonNodeFactory.instance.objectNode()));
  }

  /**
   * @param isStructure whether unknown fields are violations: not inside of allOf and the like,
   *     which only add conditions
   */
  private static JsonNode converted(JsonNode schema, boolean isStructure) {
    if (!(schema instanceof ObjectNode object)) {
      return schema;
    }
    var result = object.deepCopy();
    result.properties().removeIf(word -> isIgnored(word.getKey()));
    convertParts(object, result, isStructure);
    if (object.path("x-kubernetes-embedded-resource").asBoolean()) {
      allowObject(result);
    }
    if (isStructure && isClosed(object)) {
      result.put(ADDITIONAL, false);
    }
    if (object.path("x-kubernetes-list-type").asText().equals("set")) {
      result.put("uniqueItems", true);
    }
    if (object.path("x-kubernetes-int-or-string").asBoolean()) {
      result.putArray("type").add("integer").add("string");
    }
    if (isNullable(object)) {
      return typedOrNull(result);
    }
    // The API server drops such a null, and uses the default.
    return object.has("default") ? orNull(result) : result;
  }

  private static boolean isNullable(ObjectNode schema) {
    return schema.path("nullable").asBoolean();
  }

  /** Words that are no conditions, or that OpenAPI and Kubernetes added. */
  private static boolean isIgnored(String word) {
    return word.startsWith("x-") || NO_CONDITIONS.contains(word);
  }

  private static void convertParts(ObjectNode schema, ObjectNode result, boolean isStructure) {
    if (schema.path("properties").isObject()) {
      var properties = result.putObject("properties");
      schema
          .path("properties")
          .properties()
          .forEach(
              entry -> properties.set(entry.getKey(), converted(entry.getValue(), isStructure)));
    }
    for (var word : List.of("items", ADDITIONAL)) {
      if (schema.path(word).isObject()) {
        result.set(word, converted(schema.path(word), isStructure));
      }
    }
    for (var word : List.of("allOf", "anyOf", "oneOf")) {
      if (schema.path(word).isArray()) {
        var parts = result.putArray(word);
        schema.path(word).forEach(part -> parts.add(condition(schema, word, part)));
      }
    }
    if (schema.has("not")) {
      result.set("not", converted(schema.path("not"), false));
    }
  }

  /**
   * Returns one part of allOf and the like. For a null, the API server checks type and enum of the
   * field alone (kube-openapi, pkg/validation/validate/schema.go). Two parts of oneOf that accept
   * null would refuse it together.
   */
  private static JsonNode condition(ObjectNode schema, String word, JsonNode part) {
    var converted = converted(part, false);
    return isNullable(schema) && !word.equals("oneOf") && converted instanceof ObjectNode condition
        ? orNull(condition)
        : converted;
  }

  private static boolean isClosed(ObjectNode schema) {
    return schema.path("type").asText().equals("object")
        && !schema.has(ADDITIONAL)
        && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
  }

  private static ObjectNode orNull(ObjectNode schema) {
    if (schema.get("enum") instanceof ArrayNode words) {
      words.addNull();
    }
    return typedOrNull(schema);
  }

  private static ObjectNode typedOrNull(ObjectNode schema) {
    switch (schema.get("type")) {
      case TextNode type -> schema.putArray("type").add(type).add("null");
      case ArrayNode types -> types.add("null");
      case null, default -> {}
    }
    return schema;
  }
}
