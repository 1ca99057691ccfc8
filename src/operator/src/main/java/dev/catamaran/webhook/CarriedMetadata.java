package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Restores those parts of a converted object that a conversion must not change. */
final class CarriedMetadata {
  private static final String METADATA = "metadata";

  /** Fields of the metadata that a conversion may change. */
  private static final List<String> FREE = List.of("labels", "annotations");

  private CarriedMetadata() {}

  /** Completes a converted object. */
  static ObjectNode onto(ObjectNode converted, ObjectNode original, String apiVersion) {
    var own = converted.path(METADATA);
    var metadata = original.withObject("/" + METADATA).deepCopy();
    for (var field : FREE) {
      carry(field, own, metadata);
    }
    converted.put("apiVersion", apiVersion);
    converted.set("kind", original.path("kind"));
    converted.set(METADATA, metadata);
    return converted;
  }

  private static void carry(String field, JsonNode own, ObjectNode metadata) {
    if (own.hasNonNull("name")) {
      metadata.remove(field);
    }
    if (own.path(field) instanceof ObjectNode entries && !entries.isEmpty()) {
      metadata.withObject("/" + field).setAll(entries);
    }
  }
}
