package dev.catamaran.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.status.Reasons;
import dev.catamaran.wire.Unreadable;
import java.util.Optional;

/** Reads what every step needs of a primary. */
final class Primaries {
  private static final JsonMapper JSON = new JsonMapper();

  private Primaries() {}

  static PrimaryIdentity identity(OfKind primary) {
    var meta = primary.getMetadata();
    return new PrimaryIdentity(
        primary.getApiVersion(),
        primary.getKind(),
        Optional.ofNullable(meta.getNamespace()).orElse(""),
        meta.getName(),
        meta.getUid());
  }

  /**
   * What is left of a primary that cannot be read tells who it is, and not what it asks for.
   *
   * @throws InvalidPrimaryException if it cannot
   */
  static void requireReadable(OfKind primary) throws InvalidPrimaryException {
    var problem = Unreadable.problemOf(primary);
    if (problem.isPresent()) {
      throw new InvalidPrimaryException(Reasons.PRIMARY_UNREADABLE, problem.get());
    }
  }

  static long generation(OfKind primary) {
    return Optional.ofNullable(primary.getMetadata().getGeneration()).orElse(0L);
  }

  /** What a release's name and place can depend on. */
  static JsonNode namingFields(OfKind primary) {
    var meta = primary.getMetadata();
    var fields = JSON.createObjectNode();
    fields
        .putObject("metadata")
        .put("name", meta.getName())
        .put("namespace", meta.getNamespace())
        .putPOJO("labels", meta.getLabels())
        .putPOJO("annotations", meta.getAnnotations());
    fields.set("spec", spec(primary));
    return JSON.valueToTree(fields);
  }

  static JsonNode spec(OfKind primary) {
    return JSON.valueToTree(primary.getAdditionalProperties().get("spec"));
  }
}
