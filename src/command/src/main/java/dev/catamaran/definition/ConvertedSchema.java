package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Converts a values.schema.json to a structural schema. The result accepts every spec that Helm
 * accepts after it has added the defaults; Helm and the operator still check the whole.
 */
final class ConvertedSchema {
  /** Limit, since references may repeat a large part many times. */
  private static final int MOST_NODES = 20_000;

  private static final List<String> UNSAID =
      List.of(
          "if",
          "patternProperties",
          "dependencies",
          "dependentRequired",
          "dependentSchemas",
          "propertyNames",
          "contains",
          "prefixItems",
          "unevaluatedProperties",
          "unevaluatedItems",
          "$dynamicRef",
          "$recursiveRef");

  private final FlatSchemas schemas;
  private final ValuesComments comments;
  private final InferredSchema inferred;
  private final SchemaNotes notes;
  private int nodes;

  ConvertedSchema(JsonNode root, ValuesComments comments, SchemaNotes notes) {
    this.schemas = new FlatSchemas(root, notes);
    this.comments = comments;
    this.inferred = new InferredSchema(comments, TemplateUses.NONE);
    this.notes = notes;
  }

  /** Converts the schema at a place. */
  JSONSchemaProps at(JsonNode schema, SchemaPlace place) {
    if (++nodes > MOST_NODES) {
      notes.leftOpen("", "more than %d nodes".formatted(MOST_NODES));
      return OpenSchemas.anything();
    }
    if (!(schema instanceof ObjectNode object)) {
      return OpenSchemas.anything();
    }
    var flat = schemas.flat(object, place);
    UNSAID.stream()
        .filter(flat.schema()::has)
        .forEach(keyword -> notes.unsaid(place.pointer(), keyword));
    var converted = typed(flat.schema(), place.behind(flat.references()));
    description(flat.schema(), place).ifPresent(converted::setDescription);
    boolean isOpen = converted.getType() == null && converted.getXKubernetesIntOrString() == null;
    if (place.isItem() && !isOpen && !SchemaTypes.allowsNull(flat.schema())) {
      converted.setNullable(null);
    }
    new SchemaConstraints(place.pointer(), notes).add(flat.schema(), converted);
    return converted;
  }

  private Optional<String> description(JsonNode schema, SchemaPlace place) {
    return text(schema, "description")
        .or(() -> comments.at(place.path().text()))
        .or(() -> text(schema, "title"));
  }

  private static Optional<String> text(JsonNode schema, String keyword) {
    return Optional.of(schema.path(keyword).asText().strip()).filter(text -> !text.isEmpty());
  }

  private JSONSchemaProps typed(ObjectNode schema, SchemaPlace place) {
    var type = SchemaTypes.of(schema);
    return switch (type) {
      case "object" -> object(schema, place);
      case "array" -> list(schema, place);
      case "string", "integer", "number", "boolean" -> OpenSchemas.scalar(type);
      case "int-or-string" -> OpenSchemas.intOrString();
      default -> anything(schema, place);
    };
  }

  private JSONSchemaProps anything(ObjectNode schema, SchemaPlace place) {
    if (schema.has("type") || schema.has("anyOf")) {
      notes.leftOpen(place.pointer(), "values of several types");
    }
    return OpenSchemas.anything();
  }

  /**
   * An object that its author closed stays open here: the API server would prune an unknown field
   * in silence, while the operator reports it.
   */
  private JSONSchemaProps object(ObjectNode schema, SchemaPlace place) {
    if (schema.has("anyOf")) {
      notes.leftOpen(place.pointer(), "which properties go together");
    }
    var values = schema.path("additionalProperties");
    var properties = properties(schema);
    if (properties.isEmpty() && values.isObject() && !schema.has("patternProperties")) {
      return OpenSchemas.map(at(values, place.mapValue()));
    }
    if (values.isObject() && !values.isEmpty()) {
      notes.leftOpen(place.pointer(), "\"additionalProperties\" cannot be beside \"properties\"");
    }
    boolean isPartial = !schema.has("patternProperties") && !values.isObject();
    var object = OpenSchemas.object(ordered(properties, isPartial, place));
    if (place.inList()) {
      // Helm replaces lists as a whole: an item has no defaults.
      var required = new ArrayList<String>();
      schema.path("required").forEach(name -> required.add(name.asText()));
      object.setRequired(required);
    }
    return object;
  }

  /**
   * Converts properties, in the order of values.yaml.
   *
   * @param isPartial whether to add the other defaults: many schemas describe only some values
   */
  private Map<String, JSONSchemaProps> ordered(
      Map<String, JsonNode> properties, boolean isPartial, SchemaPlace place) {
    var converted = new LinkedHashMap<String, JSONSchemaProps>();
    for (var value : place.defaults().properties()) {
      var name = value.getKey();
      var described = properties.get(name);
      if (described != null) {
        converted.put(name, at(described, place.property(name)));
      } else if (isPartial) {
        converted.put(name, inferred.at(place.path().key(name), value.getValue()));
      }
    }
    properties.forEach(
        (name, schema) -> {
          if (!converted.containsKey(name)) {
            converted.put(name, at(schema, place.property(name)));
          }
        });
    return converted;
  }

  /** Returns the properties of the schema and of all its alternatives. */
  private static Map<String, JsonNode> properties(ObjectNode schema) {
    var found = new LinkedHashMap<String, Set<JsonNode>>();
    var own = schema.path("properties");
    own.properties().forEach(p -> found.put(p.getKey(), new LinkedHashSet<>(Set.of(p.getValue()))));
    for (var branch : schema.path("anyOf")) {
      for (var property : branch.path("properties").properties()) {
        if (!own.has(property.getKey())) {
          found
              .computeIfAbsent(property.getKey(), key -> new LinkedHashSet<>())
              .add(property.getValue());
        }
      }
    }
    var all = new LinkedHashMap<String, JsonNode>();
    found.forEach((name, schemas) -> all.put(name, anyOf(List.copyOf(schemas))));
    return all;
  }

  private static JsonNode anyOf(List<JsonNode> schemas) {
    if (schemas.size() == 1) {
      return schemas.getFirst();
    }
    var any = JsonNodeFactory.instance.objectNode();
    any.putArray("anyOf").addAll(new ArrayList<>(schemas));
    return any;
  }

  private JSONSchemaProps list(ObjectNode schema, SchemaPlace place) {
    var items = schema.path("items");
    if (items.isArray()) {
      notes.unsaid(place.pointer(), "items");
    }
    if (items.isObject() && !schema.has("prefixItems")) {
      return OpenSchemas.list(at(items, place.item()));
    }
    return OpenSchemas.list(OpenSchemas.anything());
  }
}
