package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.ManifestDiff;
import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.NormalForm;
import dev.catamaran.release.ObjectKey;
import java.util.Optional;

/** What a live object lacks to be as its manifest and its owner want it. Pure. */
final class Difference {
  private Difference() {}

  /**
   * The patch that would mend it.
   *
   * @param live content of the live object
   * @return empty if nothing differs
   */
  static Optional<ObjectNode> of(
      ManifestObject wanted, ObjectKey key, Ownership ownership, JsonNode live) {
    var complete = ownership.complete(NormalForm.of(wanted), wanted, key);
    return new ManifestDiff(ApiResources.mergeKeys(key.apiVersion())).patch(complete, live);
  }
}
