package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;

/**
 * Objects or fields that are never compared with the manifest, nor changed while the object exists.
 *
 * @param paths their fields; none for whole objects
 */
public record IgnoreRule(ObjectPattern objects, List<JsonPointer> paths) {

  boolean coversWhole(ManifestObject object) {
    return paths.isEmpty() && objects.test(object);
  }
}
