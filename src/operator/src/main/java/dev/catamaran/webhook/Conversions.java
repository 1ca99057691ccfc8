package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Converter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

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
  ObjectNode convert(ObjectNode object, GroupVersionKind desired) {
    var from =
        GroupVersionKind.parse(object.path("apiVersion").asText(), object.path("kind").asText());
    if (from.equals(desired)) {
      return object;
    }
    var inHub = from.equals(hub) ? object : step(object, spoke(from)::toHub, hub);
    return desired.equals(hub) ? inHub : step(inHub, spoke(desired)::fromHub, desired);
  }

  private static ObjectNode step(
      ObjectNode object, UnaryOperator<ObjectNode> step, GroupVersionKind to) {
    return CarriedMetadata.onto(step.apply(object), object, to.apiVersion());
  }

  private Spoke<?, ?> spoke(GroupVersionKind version) {
    var spoke = spokes.get(version.version());
    if (spoke == null) {
      throw new RefusedObjectException(
          "the operator has no Converter between %s and %s"
              .formatted(version.version(), hub.version()));
    }
    return spoke;
  }

  /**
   * Converts between a version and the hub with an author's converter.
   *
   * @param version of the spoke
   */
  record Spoke<H extends HasMetadata, S extends HasMetadata>(
      Converter<H, S> converter, TypedObjects<H> hub, TypedObjects<S> spoke, String version) {

    ObjectNode toHub(ObjectNode object) {
      return hub.write(converter.toHub(spoke.read(object)));
    }

    ObjectNode fromHub(ObjectNode object) {
      return spoke.write(converter.fromHub(hub.read(object)));
    }
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
