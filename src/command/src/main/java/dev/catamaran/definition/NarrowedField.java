package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A field of a structural schema that a new schema no longer has, or for which it accepts less.
 * Pure.
 *
 * @param path such as {@code spec.ports[].name}; {@code *} stands for any name
 * @param change for people
 */
public record NarrowedField(String path, String change) {
  private static final String OPEN = "x-kubernetes-preserve-unknown-fields";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";

  private static final List<String> LOWEST =
      List.of("minimum", "minLength", "minItems", "minProperties");
  private static final List<String> HIGHEST =
      List.of("maximum", "maxLength", "maxItems", "maxProperties");
  private static final List<String> CONDITIONS =
      List.of(
          "pattern",
          "format",
          "multipleOf",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "uniqueItems",
          "allOf",
          "anyOf",
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
    new Comparison(found).compare("spec", before, after);
    return found.entrySet().stream()
        .map(field -> new NarrowedField(field.getKey(), String.join("; ", field.getValue())))
        .toList();
  }

  private record Comparison(Map<String, List<String>> found) {

    void compare(String path, JsonNode before, JsonNode after) {
      if (hasOtherType(path, before, after)) {
        return;
      }
      if (before.path("nullable").asBoolean()
          && !after.path("nullable").asBoolean()
          && after.has("type")) {
        add(path, "null is no longer accepted");
      }
      values(path, before, after);
      limits(path, before, after);
      conditions(path, before, after);
      fields(path, before, after);
      required(path, before, after);
      if (after.has("items")) {
        compare(path + "[]", child(before, "items"), after.path("items"));
      }
    }

    private boolean hasOtherType(String path, JsonNode before, JsonNode after) {
      var accepted = types(after);
      var known = types(before);
      if (accepted.isEmpty()
          || (!known.isEmpty() && accepted.keySet().containsAll(known.keySet()))) {
        return false;
      }
      add(
          path,
          known.isEmpty()
              ? "must be of the type %s now".formatted(names(accepted))
              : "must be of the type %s now, in place of %s"
                  .formatted(names(accepted), names(known)));
      return true;
    }

    /** The types that a schema accepts, true for those to name; empty for all. */
    private static Map<String, Boolean> types(JsonNode schema) {
      var types = new LinkedHashMap<String, Boolean>();
      if (schema.path(INT_OR_STRING).asBoolean()) {
        types.put("integer", true);
        types.put("string", true);
      } else if (schema.has("type")) {
        types.put(schema.path("type").asText(), true);
        if (types.containsKey("number")) {
          types.put("integer", false);
        }
      }
      return types;
    }

    private static String names(Map<String, Boolean> types) {
      return String.join(
          " or ", types.keySet().stream().filter(type -> types.getOrDefault(type, false)).toList());
    }

    private void values(String path, JsonNode before, JsonNode after) {
      var allowed = texts(after.path("enum"));
      if (allowed.isEmpty()) {
        return;
      }
      var known = texts(before.path("enum"));
      if (known.isEmpty()) {
        add(path, "must be one of %s now".formatted(String.join(", ", allowed)));
      }
      known.removeAll(allowed);
      if (!known.isEmpty()) {
        add(path, "no longer accepts %s".formatted(String.join(", ", known)));
      }
    }

    private void limits(String path, JsonNode before, JsonNode after) {
      LOWEST.forEach(limit -> limit(path, limit, before, after, 1));
      HIGHEST.forEach(limit -> limit(path, limit, before, after, -1));
    }

    private void limit(String path, String limit, JsonNode before, JsonNode after, int sign) {
      if (!after.has(limit)) {
        return;
      }
      var now = after.path(limit).decimalValue();
      if (!before.has(limit) || now.compareTo(before.path(limit).decimalValue()) * sign > 0) {
        add(
            path,
            before.has(limit)
                ? "%s is %s now, it was %s".formatted(limit, now, before.path(limit).asText())
                : "%s is %s now, there was none".formatted(limit, now));
      }
    }

    private void conditions(String path, JsonNode before, JsonNode after) {
      for (var condition : CONDITIONS) {
        // Such a field says its two types again.
        boolean isOfTypes = condition.equals("anyOf") && after.path(INT_OR_STRING).asBoolean();
        if (after.has(condition)
            && !isOfTypes
            && !after.path(condition).equals(before.path(condition))) {
          add(path, "another condition: %s %s".formatted(condition, after.path(condition)));
        }
      }
    }

    private void fields(String path, JsonNode before, JsonNode after) {
      var others = after.path("additionalProperties");
      boolean isOpen = after.path(OPEN).asBoolean() || (others.isBoolean() && others.asBoolean());
      before
          .path("properties")
          .fieldNames()
          .forEachRemaining(
              name -> {
                var old = before.path("properties").path(name);
                var field = path + "." + name;
                if (after.path("properties").has(name)) {
                  compare(field, old, after.path("properties").path(name));
                } else if (others.isObject()) {
                  compare(field, old, others);
                } else if (isOpen) {
                  add(field, "is gone; the API server still accepts and keeps it");
                } else if (after.has("type")) {
                  add(field, "is gone; the API server drops it");
                }
              });
      boolean wasOpen = before.path(OPEN).asBoolean() || before.has("additionalProperties");
      if (wasOpen && others.isObject()) {
        compare(path + ".*", child(before, "additionalProperties"), others);
      } else if (wasOpen && !isOpen && after.has("type")) {
        add(path, "fields that the CRD does not name are dropped now");
      }
    }

    private void required(String path, JsonNode before, JsonNode after) {
      var required = texts(after.path("required"));
      required.removeAll(texts(before.path("required")));
      required.forEach(name -> add(path + "." + name, "is required now"));
    }

    private static JsonNode child(JsonNode schema, String field) {
      return schema.path(field).isObject()
          ? schema.path(field)
          : JsonNodeFactory.instance.objectNode();
    }

    private static Set<String> texts(JsonNode list) {
      var texts = new TreeSet<String>();
      list.forEach(text -> texts.add(text.isTextual() ? text.asText() : text.toString()));
      return texts;
    }

    private void add(String path, String change) {
      found.computeIfAbsent(path, key -> new ArrayList<>()).add(change);
    }
  }
}
