package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/**
 * The readable part of an unreadable object: its identity and its valid fields. Other fields are
 * missing, so do not use it in place of the object.
 *
 * @param object the readable part
 * @param problem the unreadable fields and the reasons, without a quotation
 */
public record Unreadable(HasMetadata object, String problem) {
  /**
   * Names the missing fields, in the metadata of the object in memory. The API server drops unknown
   * fields of metadata, so no client can write this one.
   */
  public static final String MARK = "catamaran.dev/unreadable";

  /**
   * Returns the unreadable fields of an object and the reasons; empty if the object is complete.
   */
  public static Optional<String> problemOf(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata())
        .map(ObjectMeta::getAdditionalProperties)
        .map(fields -> fields.get(MARK))
        .map(Object::toString);
  }

  /** Returns what is known of an unreadable object; empty if the object is complete. */
  public static Optional<Unreadable> of(HasMetadata object) {
    return problemOf(object).map(problem -> new Unreadable(object, problem));
  }
}
