package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Adds constraints of a JSON schema to a structural schema.
 *
 * <p>Leaves out what only the whole values can meet: {@code minProperties}, and {@code required}
 * outside of lists. The spec is one part of the values; the chart's defaults, valuesFrom,
 * overrideValues and the primary's annotations supply others.
 *
 * @param pointer the place, for notes
 */
record SchemaConstraints(String pointer, SchemaNotes notes) {
  private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

  /**
   * Formats with the same meaning in JSON Schema and Kubernetes (supported_formats.go of
   * apiextensions-apiserver). The {@code duration} of Kubernetes is Go's.
   */
  private static final Set<String> FORMATS =
      Set.of(
          "byte",
          "date",
          "date-time",
          "double",
          "email",
          "float",
          "hostname",
          "int32",
          "int64",
          "ipv4",
          "ipv6",
          "password",
          "uri",
          "uuid");

  /** Adds the constraints of a flat schema. */
  void add(JsonNode schema, JSONSchemaProps to) {
    var type = Optional.ofNullable(to.getType()).orElse("");
    var not = not(schema);
    if (schema.has("not") && (not.isEmpty() || !SCALARS.contains(type))) {
      notes.unsaid(pointer, "not");
    }
    if (type.equals("array")) {
      addItems(schema, to);
    } else if (!type.equals("object")) {
      var values = values(schema).or(() -> valuesOfAlternatives(schema));
      values.ifPresent(list -> restrict(to, list));
      if (SCALARS.contains(type)) {
        addScalar(schema, type, to);
        not.ifPresent(to::setNot);
        if (values.isEmpty()) {
          alternatives(schema, type).ifPresent(to::setAnyOf);
        }
      }
    }
  }

  private void addItems(JsonNode schema, JSONSchemaProps to) {
    number(schema, "minItems").map(Double::longValue).ifPresent(to::setMinItems);
    number(schema, "maxItems").map(Double::longValue).ifPresent(to::setMaxItems);
    if (schema.path("uniqueItems").asBoolean()) {
      notes.unsaid(pointer, "uniqueItems");
    }
  }

  private void addScalar(JsonNode schema, String type, JSONSchemaProps to) {
    format(schema).ifPresent(to::setFormat);
    if (type.equals("string")) {
      number(schema, "minLength").map(Double::longValue).ifPresent(to::setMinLength);
      number(schema, "maxLength").map(Double::longValue).ifPresent(to::setMaxLength);
      pattern(schema).ifPresent(to::setPattern);
    } else if (!type.equals("boolean")) {
      number(schema, "multipleOf").ifPresent(to::setMultipleOf);
      addBounds(schema, to);
    }
  }

  /** Exclusive bounds are booleans in draft 4 and in Kubernetes, and numbers since draft 6. */
  private static void addBounds(JsonNode schema, JSONSchemaProps to) {
    var minimum = number(schema, "minimum");
    var above = number(schema, "exclusiveMinimum");
    boolean isAbove = above.isPresent() && above.get() >= minimum.orElse(above.get());
    (isAbove ? above : minimum).ifPresent(to::setMinimum);
    if (isAbove || (minimum.isPresent() && schema.path("exclusiveMinimum").asBoolean())) {
      to.setExclusiveMinimum(true);
    }
    var maximum = number(schema, "maximum");
    var below = number(schema, "exclusiveMaximum");
    boolean isBelow = below.isPresent() && below.get() <= maximum.orElse(below.get());
    (isBelow ? below : maximum).ifPresent(to::setMaximum);
    if (isBelow || (maximum.isPresent() && schema.path("exclusiveMaximum").asBoolean())) {
      to.setExclusiveMaximum(true);
    }
  }

  private static Optional<Double> number(JsonNode schema, String keyword) {
    return Optional.of(schema.path(keyword)).filter(JsonNode::isNumber).map(JsonNode::doubleValue);
  }

  private Optional<String> pattern(JsonNode schema) {
    var text = schema.path("pattern");
    if (!text.isTextual()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Pattern.compile(text.asText()).pattern());
    } catch (PatternSyntaxException e) {
      notes.leftOpen(
          pointer, "\"pattern\" is no regular expression to the API server: " + e.getDescription());
      return Optional.empty();
    }
  }

  private Optional<String> format(JsonNode schema) {
    var format = schema.path("format").asText();
    if (format.isEmpty() || FORMATS.contains(format)) {
      return Optional.of(format).filter(text -> !text.isEmpty());
    }
    notes.leftOpen(pointer, "\"format\" " + format + " has no meaning in Kubernetes");
    return Optional.empty();
  }

  /**
   * The API server compares even a null with an enum, and accepts none there. It checks only type
   * and enum of a null, so the values of a nullable field are in allOf.
   */
  private static void restrict(JSONSchemaProps to, List<JsonNode> values) {
    if (Boolean.TRUE.equals(to.getNullable())) {
      var restriction = new JSONSchemaProps();
      restriction.setEnum(values.stream().filter(value -> !value.isNull()).toList());
      to.setAllOf(List.of(restriction));
    } else {
      to.setEnum(values);
    }
  }

  /** Returns the allowed values. None if one is an object: a spec has only parts of objects. */
  private static Optional<List<JsonNode>> values(JsonNode schema) {
    var values = new LinkedHashSet<JsonNode>();
    if (schema.has("const")) {
      values.add(schema.get("const"));
    } else {
      schema.path("enum").forEach(values::add);
    }
    return values.isEmpty() || values.stream().anyMatch(JsonNode::isObject)
        ? Optional.empty()
        : Optional.of(List.copyOf(values));
  }

  /** Returns the values of all alternatives, if each of them has some. */
  private static Optional<List<JsonNode>> valuesOfAlternatives(JsonNode schema) {
    var all = new ArrayList<JsonNode>();
    for (var branch : schema.path("anyOf")) {
      var values = values(branch);
      if (values.isEmpty()) {
        return Optional.empty();
      }
      all.addAll(values.get());
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  /** Returns the alternatives, unless one of them always matches. */
  private Optional<List<JSONSchemaProps>> alternatives(JsonNode schema, String type) {
    var found = new ArrayList<JSONSchemaProps>();
    for (var branch : schema.path("anyOf")) {
      var constraints = constraints(branch, type);
      if (constraints.equals(new JSONSchemaProps())) {
        return Optional.empty();
      }
      found.add(constraints);
    }
    return Optional.<List<JSONSchemaProps>>of(found).filter(list -> !list.isEmpty());
  }

  /** Only of one keyword: a constraint that is left out here would forbid more, not less. */
  private Optional<JSONSchemaProps> not(JsonNode schema) {
    var refused = schema.path("not");
    if (refused.size() != 1) {
      return Optional.empty();
    }
    var not = new JSONSchemaProps();
    values(refused).ifPresent(not::setEnum);
    pattern(refused).ifPresent(not::setPattern);
    return Optional.of(not).filter(found -> !found.equals(new JSONSchemaProps()));
  }

  private JSONSchemaProps constraints(JsonNode schema, String type) {
    var constraints = new JSONSchemaProps();
    values(schema).ifPresent(constraints::setEnum);
    addScalar(schema, type, constraints);
    return constraints;
  }
}
