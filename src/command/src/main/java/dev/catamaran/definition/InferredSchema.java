package dev.catamaran.definition;

import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Infers the schema of values from a chart's defaults. Tolerant, because the templates and not the
 * defaults decide what is valid: a type that only the default shows is weak evidence, so the schema
 * has it where the name of the value or its use in the templates agrees.
 */
final class InferredSchema {
  /** Texts by which charts say "not set", and texts that are values of another type. */
  private static final Pattern SENTINEL =
      Pattern.compile("-|true|false|[-+]?[0-9]+([.][0-9]+)?|.*\\n.*", Pattern.DOTALL);

  private static final Pattern OFF = Pattern.compile("(?i)\\bset (?:it|this) to\\W{1,3}false\\b");

  private final ValuesComments comments;
  private final TemplateUses uses;

  InferredSchema(ValuesComments comments, TemplateUses uses) {
    this.comments = comments;
    this.uses = uses;
  }

  /**
   * Returns the schema of an object with these defaults.
   *
   * @param others further values that the chart takes: they show types, but no fields
   */
  JSONSchemaProps of(JsonNode values, List<? extends JsonNode> others) {
    return schema(ValuePath.TOP, List.of(values), List.copyOf(others));
  }

  /** Returns the schema of a value with this default. */
  JSONSchemaProps at(ValuePath path, JsonNode value) {
    return schema(path, List.of(value), List.of());
  }

  /** Returns a schema for all samples of a value. */
  private JSONSchemaProps schema(ValuePath path, List<JsonNode> samples, List<JsonNode> others) {
    var known = samples.stream().filter(sample -> !sample.isNull()).toList();
    var also = others.stream().filter(sample -> !sample.isNull()).toList();
    var types =
        Stream.concat(known.stream(), also.stream())
            .map(JsonNode::getNodeType)
            .collect(toCollection(TreeSet::new));
    boolean isOpen =
        known.isEmpty() || uses.acceptsSeveralTypes(path) || isOffByFalse(path, types, known);
    var schema =
        types.size() != 1
            ? mixed(types)
            : isOpen ? OpenSchemas.anything() : schema(path, types.getFirst(), known, also);
    comments.at(path.text()).ifPresent(schema::setDescription);
    return schema;
  }

  /** Some lists and texts are turned off by false, and their comments say so. */
  private boolean isOffByFalse(ValuePath path, Set<JsonNodeType> types, List<JsonNode> samples) {
    boolean hasFields = samples.stream().anyMatch(sample -> sample.isObject() && !sample.isEmpty());
    return !hasFields
        && !types.contains(JsonNodeType.BOOLEAN)
        && comments.at(path.text()).filter(text -> OFF.matcher(text).find()).isPresent();
  }

  private static JSONSchemaProps mixed(Set<JsonNodeType> types) {
    return types.equals(new TreeSet<>(List.of(JsonNodeType.NUMBER, JsonNodeType.STRING)))
        ? OpenSchemas.intOrString()
        : OpenSchemas.anything();
  }

  private JSONSchemaProps schema(
      ValuePath path, JsonNodeType type, List<JsonNode> known, List<JsonNode> others) {
    var samples = Stream.concat(known.stream(), others.stream()).toList();
    return switch (type) {
      case OBJECT -> object(path, known, others);
      case ARRAY -> list(path, known, others);
      case BOOLEAN ->
          path.isCondition() || uses.isOnlyCondition(path)
              ? OpenSchemas.scalar("boolean")
              : OpenSchemas.anything();
      case NUMBER -> number(path, samples);
      case STRING -> string(path, samples);
      case NULL, BINARY, MISSING, POJO -> OpenSchemas.anything();
    };
  }

  private JSONSchemaProps object(ValuePath path, List<JsonNode> samples, List<JsonNode> others) {
    boolean isEmpty = Stream.concat(samples.stream(), others.stream()).allMatch(JsonNode::isEmpty);
    if (isEmpty && !path.isMapOfKubernetes() && !uses.hasFields(path)) {
      // Some charts write {} for a list of volumes or containers.
      return OpenSchemas.anything();
    }
    var byKey = new LinkedHashMap<String, List<JsonNode>>();
    for (var sample : samples) {
      sample
          .properties()
          .forEach(
              entry ->
                  byKey
                      .computeIfAbsent(entry.getKey(), key -> new ArrayList<>())
                      .add(entry.getValue()));
    }
    var properties = new LinkedHashMap<String, JSONSchemaProps>();
    byKey.forEach(
        (key, values) ->
            properties.put(
                key,
                schema(
                    path.key(key),
                    values,
                    others.stream()
                        .map(other -> other.path(key))
                        .filter(it -> !it.isMissingNode())
                        .toList())));
    return OpenSchemas.object(properties);
  }

  private JSONSchemaProps list(ValuePath path, List<JsonNode> samples, List<JsonNode> others) {
    var items = items(samples);
    if (items.isEmpty() && !uses.isOnlyList(path)) {
      // Some charts take a text, or a map, in place of a list.
      return OpenSchemas.anything();
    }
    var item = schema(path.items(), items, items(others));
    if (items.stream().noneMatch(JsonNode::isNull) && item.getType() != null) {
      item.setNullable(null);
    }
    return OpenSchemas.list(item);
  }

  private static List<JsonNode> items(List<JsonNode> lists) {
    return lists.stream().flatMap(list -> StreamSupport.stream(list.spliterator(), false)).toList();
  }

  private static JSONSchemaProps number(ValuePath path, List<JsonNode> samples) {
    // An unsigned integer of 64 bits is a float to the API server.
    boolean integral = samples.stream().allMatch(n -> n.isIntegralNumber() && n.canConvertToLong());
    if (path.isFractionalQuantity() || !integral) {
      // 1.16 may be a version, and 0.5 a text such as 500m.
      return OpenSchemas.anything();
    }
    return !path.isQuantityOrPart() && (path.isNumberOfKubernetes() || path.isPort())
        ? OpenSchemas.scalar("integer")
        : OpenSchemas.intOrString();
  }

  private static JSONSchemaProps string(ValuePath path, List<JsonNode> samples) {
    if (path.isFractionalQuantity()
        || samples.stream().anyMatch(text -> SENTINEL.matcher(text.textValue()).matches())) {
      return OpenSchemas.anything();
    }
    boolean isEmpty = samples.stream().allMatch(sample -> sample.textValue().isEmpty());
    return path.isQuantityOrPart() || path.isPort() || (isEmpty && path.isNumberOfKubernetes())
        ? OpenSchemas.intOrString()
        : OpenSchemas.scalar("string");
  }
}
