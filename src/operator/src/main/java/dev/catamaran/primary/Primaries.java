package dev.catamaran.primary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.Unreadable;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** Reads the data of a primary that every step needs. */
public final class Primaries {
  private static final JsonMapper JSON = new JsonMapper();

  private Primaries() {}

  public static PrimaryIdentity identity(OfKind primary) {
    var meta = primary.getMetadata();
    return new PrimaryIdentity(
        primary.getApiVersion(),
        primary.getKind(),
        Optional.ofNullable(meta.getNamespace()).orElse(""),
        meta.getName(),
        meta.getUid());
  }

  /**
   * Checks that a primary could be read. An unreadable primary has an identity, but no spec.
   *
   * @throws InvalidPrimaryException if it could not
   */
  public static void requireReadable(OfKind primary) throws InvalidPrimaryException {
    var problem = Unreadable.problemOf(primary);
    if (problem.isPresent()) {
      throw new InvalidPrimaryException(Reasons.PRIMARY_UNREADABLE, problem.get());
    }
  }

  public static long generation(HasMetadata primary) {
    return Optional.ofNullable(primary.getMetadata().getGeneration()).orElse(0L);
  }

  /** Returns the fields that a release's name and place can depend on. */
  public static JsonNode namingFields(OfKind primary) {
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

  public static JsonNode spec(OfKind primary) {
    return JSON.valueToTree(primary.getAdditionalProperties().get("spec"));
  }
}
