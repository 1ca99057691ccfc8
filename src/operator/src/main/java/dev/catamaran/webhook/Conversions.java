package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import java.util.List;
import java.util.Map;

/**
 * Converts objects of one kind via its hub.
 *
 * @param hub the reconciled version
 * @param spokes by version
 */
record Conversions(GroupVersionKind hub, Map<String, Spoke<?, ?>> spokes) {

  Conversions {
    spokes = Map.copyOf(spokes);
  }

  /**
   * Converts the object to another version.
   *
   * @throws RefusedObjectException if the conversion is impossible
   */
  ObjectNode convert(ObjectNode object, GroupVersionKind desired) throws RefusedObjectException {
    var from =
        GroupVersionKind.parse(object.path("apiVersion").asText(), object.path("kind").asText());
    if (from.equals(desired)) {
      return object;
    }
    var inHub = from.equals(hub) ? object : step(object, spoke(from)::toHub, hub);
    return desired.equals(hub) ? inHub : step(inHub, spoke(desired)::fromHub, desired);
  }

  private interface Step {
    ObjectNode apply(ObjectNode object) throws RefusedObjectException;
  }

  private static ObjectNode step(ObjectNode object, Step step, GroupVersionKind to)
      throws RefusedObjectException {
    return CarriedMetadata.onto(step.apply(object), object, to.apiVersion());
  }

  private Spoke<?, ?> spoke(GroupVersionKind version) throws RefusedObjectException {
    var spoke = spokes.get(version.version());
    if (spoke == null) {
      throw new RefusedObjectException(
          "the operator has no Converter between %s and %s"
              .formatted(version.version(), hub.version()));
    }
    return spoke;
  }

  /** Restores those parts of a converted object that a conversion must not change. */
  private static final class CarriedMetadata {
    private static final String METADATA = "metadata";

    /** Fields of the metadata that a conversion may change. */
    private static final List<String> FREE = List.of("labels", "annotations");

    private CarriedMetadata() {}

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
}
