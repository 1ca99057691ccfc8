package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;
import java.util.function.Predicate;

/**
 * What of some objects is never compared with the manifest, nor repaired.
 *
 * @param objects which objects
 * @param paths which fields of them; none for the objects whole
 */
public record IgnoreRule(Predicate<ManifestObject> objects, List<JsonPointer> paths) {

  /** Copies the list. */
  public IgnoreRule {
    paths = List.copyOf(paths);
  }

  /** Whether it takes the whole object out. */
  boolean coversWhole(ManifestObject object) {
    return paths.isEmpty() && objects.test(object);
  }
}
