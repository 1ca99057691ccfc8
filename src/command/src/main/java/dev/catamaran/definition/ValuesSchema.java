package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The structural schema of a chart's values: from values.schema.json if there is one, else from
 * values.yaml. It never contains a default, since defaults belong to the chart, and it keeps
 * unknown fields.
 *
 * @param schema of the spec
 * @param notes sentences about what the schema leaves open
 */
public record ValuesSchema(JSONSchemaProps schema, List<String> notes) {
  private static final String GLOBAL = "global";

  public ValuesSchema {
    notes = List.copyOf(notes);
  }

  /** Makes the schema of a chart's values. */
  public static ValuesSchema of(ChartInput chart) {
    return of(chart, chart.others());
  }

  /**
   * The same.
   *
   * @param others further values that the chart takes
   */
  private static ValuesSchema of(ChartInput chart, List<ObjectNode> others) {
    var notes = new SchemaNotes();
    var comments = ValuesComments.of(chart.valuesText());
    var schema =
        chart
            .schema()
            .map(json -> converted(json, chart.values(), comments, notes))
            .orElseGet(() -> new InferredSchema(comments, chart.uses()).of(chart.values(), others));
    schema.setProperties(withSubcharts(chart, others, schema));
    schema.setNullable(null);
    schema.setDescription("Values of the chart %s, as in its values.yaml.".formatted(chart.name()));
    return new ValuesSchema(schema, notes.list());
  }

  private static JSONSchemaProps converted(
      JsonNode json, ObjectNode values, ValuesComments comments, SchemaNotes notes) {
    var converted = new ConvertedSchema(json, comments, notes).at(json, SchemaPlace.top(values));
    // Values are always an object, even if the schema does not say so.
    return "object".equals(converted.getType())
        ? converted
        : OpenSchemas.object(new LinkedHashMap<>());
  }

  /** Adds the keys of subcharts: Helm hands their values to them. */
  private static Map<String, JSONSchemaProps> withSubcharts(
      ChartInput chart, List<ObjectNode> others, JSONSchemaProps schema) {
    var properties = new LinkedHashMap<String, JSONSchemaProps>();
    if (schema.getProperties() != null) {
      properties.putAll(schema.getProperties());
    }
    for (var subchart : chart.subcharts()) {
      var part = part(subchart, properties, "Values of the subchart " + subchart + ".");
      properties.put(
          subchart, chart.schema().isPresent() ? part : withOwn(chart, others, subchart, part));
    }
    if (!chart.subcharts().isEmpty()) {
      properties.put(GLOBAL, part(GLOBAL, properties, "Values for all charts."));
    }
    return properties;
  }

  /** Adds what the subchart itself says of its values, of which the chart sets a few. */
  private static JSONSchemaProps withOwn(
      ChartInput chart, List<ObjectNode> others, String subchart, JSONSchemaProps part) {
    var input = chart.charts().get(subchart);
    if (input == null || !"object".equals(part.getType())) {
      return part;
    }
    var given =
        Stream.concat(Stream.of(chart.values()), others.stream())
            .map(values -> values.path(subchart))
            .filter(ObjectNode.class::isInstance)
            .map(ObjectNode.class::cast);
    var own = of(input, Stream.concat(given, input.others().stream()).toList()).schema();
    return united(part, own);
  }

  /** Returns a schema with the fields of both, which is open where they differ. */
  private static JSONSchemaProps united(JSONSchemaProps one, JSONSchemaProps other) {
    if (!"object".equals(one.getType()) || !"object".equals(other.getType())) {
      return one.equals(other) || other.getType() == null ? other : differing(one, other);
    }
    var properties = new LinkedHashMap<String, JSONSchemaProps>();
    Optional.ofNullable(one.getProperties()).ifPresent(properties::putAll);
    Optional.ofNullable(other.getProperties())
        .orElse(Map.of())
        .forEach((key, schema) -> properties.merge(key, schema, ValuesSchema::united));
    var united = OpenSchemas.object(properties);
    united.setDescription(Optional.ofNullable(one.getDescription()).orElse(other.getDescription()));
    return united;
  }

  /** What the subchart knows is evidence of the same value as what the chart sets. */
  private static JSONSchemaProps differing(JSONSchemaProps one, JSONSchemaProps other) {
    boolean isSame =
        Objects.equals(one.getType(), other.getType())
            && Objects.equals(one.getXKubernetesIntOrString(), other.getXKubernetesIntOrString());
    var united = isSame ? other : OpenSchemas.anything();
    united.setDescription(Optional.ofNullable(one.getDescription()).orElse(other.getDescription()));
    return united;
  }

  private static JSONSchemaProps part(
      String key, Map<String, JSONSchemaProps> properties, String description) {
    var found = properties.get(key);
    var part = found == null ? OpenSchemas.object(new LinkedHashMap<>()) : found;
    if (part.getDescription() == null) {
      part.setDescription(description);
    }
    return part;
  }
}
