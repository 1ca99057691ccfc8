package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.definition.StatusSchema;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** What the API server drops of a status, because its schema does not have it. Pure. */
final class DroppedStatus {
  private static final JsonNode WRITTEN = read(Serialization.asJson(StatusSchema.schema()));

  private DroppedStatus() {}

  /** Returns the paths of the fields that a schema of objects lacks. */
  static List<String> of(JsonNode schema) {
    return isOpen(schema) && !schema.path("properties").has("status")
        ? List.of()
        : dropped("status", WRITTEN, schema.path("properties").path("status")).toList();
  }

  private static Stream<String> dropped(String path, JsonNode written, JsonNode schema) {
    if (schema.isMissingNode()) {
      return Stream.of(path);
    }
    if (written.has("items")) {
      var items = schema.path("items");
      return items.isMissingNode() && isOpen(schema)
          ? Stream.empty()
          : dropped(path + "[]", written.path("items"), items);
    }
    return written.path("properties").properties().stream()
        .filter(field -> !isOpen(schema) || schema.path("properties").has(field.getKey()))
        .flatMap(
            field ->
                dropped(
                    path + "." + field.getKey(),
                    field.getValue(),
                    schema.path("properties").path(field.getKey())));
  }

  private static boolean isOpen(JsonNode schema) {
    return schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
        || schema.has("additionalProperties");
  }

  private static JsonNode read(String json) {
    try {
      return new JsonMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
