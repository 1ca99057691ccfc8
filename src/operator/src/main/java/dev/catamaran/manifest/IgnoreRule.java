package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;
import java.util.function.Predicate;

/**
 * Objects or fields that are never compared with the manifest, nor repaired.
 *
 * @param objects the objects
 * @param paths their fields; none for whole objects
 */
public record IgnoreRule(Predicate<ManifestObject> objects, List<JsonPointer> paths) {

  /** Copies the list. */
  public IgnoreRule {
    paths = List.copyOf(paths);
  }

  /** Whether it exempts the whole object. */
  boolean coversWhole(ManifestObject object) {
    return paths.isEmpty() && objects.test(object);
  }
}
