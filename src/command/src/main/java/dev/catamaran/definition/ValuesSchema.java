package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    var notes = new SchemaNotes();
    var comments = ValuesComments.of(chart.valuesText());
    var schema =
        chart
            .schema()
            .map(json -> converted(json, chart.values(), comments, notes))
            .orElseGet(() -> new InferredSchema(comments, chart.uses()).of(chart.values()));
    schema.setProperties(withSubcharts(chart, schema));
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
      ChartInput chart, JSONSchemaProps schema) {
    var properties = new LinkedHashMap<String, JSONSchemaProps>();
    if (schema.getProperties() != null) {
      properties.putAll(schema.getProperties());
    }
    for (var subchart : chart.subcharts()) {
      properties.put(
          subchart, part(subchart, properties, "Values of the subchart " + subchart + "."));
    }
    if (!chart.subcharts().isEmpty()) {
      properties.put(GLOBAL, part(GLOBAL, properties, "Values for all charts."));
    }
    return properties;
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
