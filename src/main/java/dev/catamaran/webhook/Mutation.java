package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Mutator;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Has an author's mutator change objects.
 *
 * @param objects reads and writes what it changes
 */
record Mutation<P extends HasMetadata>(Mutator<P> mutator, TypedObjects<P> objects) {

  /** The object with the mutator's changes, and all that its class does not know. */
  ObjectNode apply(ObjectNode object, AdmissionContext context) throws RefusedObjectException {
    var copy = objects.read(object);
    var before = objects.write(copy);
    mutator.mutate(copy, context);
    return Overlay.lay(before, objects.write(copy), object);
  }
}
