package dev.catamaran.wire;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/**
 * What could be read of an object that could not be read as a whole: its identity, and the parts
 * that are in order. The rest is left out of it, so it must not be taken for the object.
 *
 * @param object what could be read
 * @param problem what could not, and why; quotes nothing of it
 */
public record Unreadable(HasMetadata object, String problem) {
  /**
   * Marks what was left out, in the metadata of the object in memory. The API server drops fields
   * of metadata that it does not know, so nobody can write it.
   */
  static final String MARK = "catamaran.dev/unreadable";

  /** What could not be read of an object; empty if it is whole. */
  public static Optional<String> problemOf(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata())
        .map(ObjectMeta::getAdditionalProperties)
        .map(fields -> fields.get(MARK))
        .map(Object::toString);
  }

  static Optional<Unreadable> of(HasMetadata object) {
    return problemOf(object).map(problem -> new Unreadable(object, problem));
  }
}
