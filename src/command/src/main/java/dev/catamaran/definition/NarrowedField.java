package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A field of a structural schema that a new schema no longer has, or for which it has another
 * condition. Pure.
 *
 * @param path such as {@code spec.ports[].name}; {@code *} stands for any name
 * @param change for people
 */
public record NarrowedField(String path, String change) {
  private static final String OPEN = "x-kubernetes-preserve-unknown-fields";

  /** What a schema demands of a value. */
  private static final List<String> CONDITIONS =
      List.of(
          "type",
          "x-kubernetes-int-or-string",
          "enum",
          "minimum",
          "exclusiveMinimum",
          "maximum",
          "exclusiveMaximum",
          "multipleOf",
          "minLength",
          "maxLength",
          "pattern",
          "format",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minProperties",
          "maxProperties",
          "required",
          "allOf",
          "oneOf",
          "not",
          "x-kubernetes-validations");

  /**
   * Compares the schemas of the spec.
   *
   * @return sorted by path
   */
  public static List<NarrowedField> between(JsonNode before, JsonNode after) {
    var found = new TreeMap<String, List<String>>();
    compare("spec", before, after, found);
    return found.entrySet().stream()
        .map(field -> new NarrowedField(field.getKey(), String.join("; ", field.getValue())))
        .toList();
  }

  private static void compare(
      String path, JsonNode before, JsonNode after, Map<String, List<String>> found) {
    var changes = new ArrayList<String>();
    for (var condition : CONDITIONS) {
      var now = after.path(condition);
      var old = before.path(condition);
      if (!now.isMissingNode() && !now.equals(old)) {
        changes.add(
            "%s is %s now, %s"
                .formatted(
                    condition, now, old.isMissingNode() ? "there was none" : "it was " + old));
      }
    }
    if (before.path("nullable").asBoolean()
        && !after.path("nullable").asBoolean()
        && after.has("type")) {
      changes.add("null is no longer accepted");
    }
    var others = after.path("additionalProperties");
    boolean isOpen = after.path(OPEN).asBoolean() || others.asBoolean();
    boolean wasOpen = before.path(OPEN).asBoolean() || before.has("additionalProperties");
    if (wasOpen && others.isObject()) {
      compare(path + ".*", child(before, "additionalProperties"), others, found);
    } else if (wasOpen && !isOpen && after.has("type")) {
      changes.add("fields that the CRD does not name are dropped now");
    }
    before
        .path("properties")
        .properties()
        .forEach(
            field -> {
              var name = path + "." + field.getKey();
              var next = after.path("properties").path(field.getKey());
              if (next.isObject() || others.isObject()) {
                compare(name, field.getValue(), next.isObject() ? next : others, found);
              } else if (isOpen || after.has("type")) {
                found.put(
                    name,
                    List.of(
                        isOpen
                            ? "is gone; the API server still accepts and keeps it"
                            : "is gone; the API server drops it"));
              }
            });
    if (after.has("items")) {
      compare(path + "[]", child(before, "items"), after.path("items"), found);
    }
    if (!changes.isEmpty()) {
      found.put(path, changes);
    }
  }

  private static JsonNode child(JsonNode schema, String field) {
    return schema.path(field).isObject()
        ? schema.path(field)
        : JsonNodeFactory.instance.objectNode();
  }
}
