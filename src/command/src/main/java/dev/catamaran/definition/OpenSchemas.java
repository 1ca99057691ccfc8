package dev.catamaran.definition;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import java.util.Map;

/**
 * Structural schemas that let unknown fields and nulls through. The API server would otherwise
 * prune values that a chart does not list; and a user of Helm deletes a default with a null.
 */
final class OpenSchemas {
  private OpenSchemas() {}

  /** Returns a schema that accepts everything. */
  static JSONSchemaProps anything() {
    return new JSONSchemaPropsBuilder()
        .withNullable(true)
        .withXKubernetesPreserveUnknownFields(true)
        .build();
  }

  /** Returns the schema of an object with these properties, and any others. */
  static JSONSchemaProps object(Map<String, JSONSchemaProps> properties) {
    var object = anything();
    object.setType("object");
    object.setProperties(properties);
    return object;
  }

  /** Returns the schema of an object with any keys, and such values. */
  static JSONSchemaProps map(JSONSchemaProps value) {
    return new JSONSchemaPropsBuilder()
        .withType("object")
        .withNullable(true)
        .withNewAdditionalProperties()
        .withSchema(value)
        .endAdditionalProperties()
        .build();
  }

  /** Returns the schema of a list of such items. */
  static JSONSchemaProps list(JSONSchemaProps item) {
    return new JSONSchemaPropsBuilder()
        .withType("array")
        .withNullable(true)
        .withNewItems()
        .withSchema(item)
        .endItems()
        .build();
  }

  /** Returns the schema of a scalar. */
  static JSONSchemaProps scalar(String type) {
    return new JSONSchemaPropsBuilder().withType(type).withNullable(true).build();
  }

  /** Returns the schema of an integer or a string. */
  static JSONSchemaProps intOrString() {
    return new JSONSchemaPropsBuilder().withNullable(true).withXKubernetesIntOrString(true).build();
  }
}
