package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Mutator;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Changes objects with an author's mutator.
 *
 * @param objects reads and writes the changed objects
 */
record Mutation<P extends HasMetadata>(Mutator<P> mutator, TypedObjects<P> objects) {

  /**
   * Returns the object with the mutator's changes. Keeps the fields that the mutator's class lacks.
   */
  ObjectNode apply(ObjectNode object, AdmissionContext context) throws RefusedObjectException {
    var copy = objects.read(object);
    var before = objects.write(copy);
    mutator.mutate(copy, context);
    return Overlay.lay(before, objects.write(copy), object);
  }
}
