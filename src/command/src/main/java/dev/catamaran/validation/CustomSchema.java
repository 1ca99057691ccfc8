package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The API server's rules for the schema of a CRD: it must be structural
 * (https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions).
 * Pure.
 */
final class CustomSchema {
  private static final Set<String> FORBIDDEN =
      Set.of("$ref", "definitions", "dependencies", "deprecated", "id", "patternProperties");

  /** Not inside of allOf, anyOf, oneOf and not. */
  private static final Set<String> STRUCTURE =
      Set.of("type", "description", "default", "additionalProperties", "nullable");

  private static final String TYPE = "type";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  private static final String OPEN = "x-kubernetes-preserve-unknown-fields";

  private final Definition definition;
  private final List<Finding> findings = new ArrayList<>();

  private CustomSchema(Definition definition) {
    this.definition = definition;
  }

  /** Returns what the API server refuses in a definition. */
  static Stream<Finding> findings(Definition definition) {
    var schema = new CustomSchema(definition);
    long stored = definition.versions().stream().filter(Definition.Version::isStored).count();
    if (stored != 1) {
      schema.report(
          List.of("spec", "versions"),
          stored + " versions have storage: true, and there must be one");
    }
    definition.versions().forEach(schema::checkRoot);
    return schema.findings.stream();
  }

  private void checkRoot(Definition.Version version) {
    var path = below(below(version.path(), "schema"), "openAPIV3Schema");
    if (version.schema().isMissingNode()) {
      report(version.path(), "version " + version.name() + " has no schema");
    } else if (!version.schema().path(TYPE).asText().equals("object")) {
      report(path, "the schema must have type: object");
    } else {
      check(version.schema(), path);
    }
  }

  private void check(JsonNode schema, List<String> path) {
    FORBIDDEN.stream()
        .filter(schema::has)
        .sorted()
        .forEach(word -> report(below(path, word), word + " is not allowed in a CRD"));
    if (!schema.has(TYPE) && !isTrue(schema, INT_OR_STRING) && !isTrue(schema, OPEN)) {
      report(path, "the schema of " + path.getLast() + " has no type");
    }
    if (schema.has("properties") && schema.has("additionalProperties")) {
      report(path, "properties and additionalProperties exclude each other");
    }
    if (isTrue(schema, "uniqueItems")) {
      report(below(path, "uniqueItems"), "uniqueItems is not allowed; use x-kubernetes-list-type");
    }
    checkLogic(schema, path, isTrue(schema, INT_OR_STRING));
    checkChildren(schema, path);
  }

  private void checkChildren(JsonNode schema, List<String> path) {
    var properties = below(path, "properties");
    schema
        .path("properties")
        .properties()
        .forEach(entry -> check(entry.getValue(), below(properties, entry.getKey())));
    for (var word : List.of("items", "additionalProperties")) {
      if (schema.path(word).isObject()) {
        check(schema.path(word), below(path, word));
      }
    }
    if (schema.path("additionalProperties").isBoolean()
        && !schema.path("additionalProperties").asBoolean()) {
      report(below(path, "additionalProperties"), "additionalProperties must not be false");
    }
  }

  private void checkLogic(JsonNode schema, List<String> path, boolean isIntOrString) {
    for (var word : List.of("allOf", "anyOf", "oneOf")) {
      for (int i = 0; i < schema.path(word).size(); i++) {
        checkPart(
            schema.path(word).get(i), below(below(path, word), String.valueOf(i)), isIntOrString);
      }
    }
    if (schema.has("not")) {
      checkPart(schema.path("not"), below(path, "not"), isIntOrString);
    }
  }

  private void checkPart(JsonNode part, List<String> path, boolean mayHaveType) {
    STRUCTURE.stream()
        .filter(part::has)
        .filter(word -> !mayHaveType || !word.equals(TYPE))
        .sorted()
        .forEach(
            word ->
                report(
                    below(path, word),
                    word + " is not allowed inside of allOf, anyOf, oneOf or not"));
    part.path("properties")
        .properties()
        .forEach(
            entry ->
                checkPart(
                    entry.getValue(), below(below(path, "properties"), entry.getKey()), false));
    checkLogic(part, path, mayHaveType);
  }

  private static boolean isTrue(JsonNode schema, String word) {
    return schema.path(word).asBoolean();
  }

  private static List<String> below(List<String> path, String step) {
    return Stream.concat(path.stream(), Stream.of(step)).toList();
  }

  private void report(List<String> path, String message) {
    findings.add(definition.finding(CheckRule.CRD_STRUCTURE, path, message));
  }
}
