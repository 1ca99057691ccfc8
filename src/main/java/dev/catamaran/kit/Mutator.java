package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Changes objects of a kind before the API server judges and stores them, such as by defaults that
 * a schema cannot express.
 *
 * @param <P> the class of the kind, or {@code GenericKubernetesResource}
 */
public non-sealed interface Mutator<P extends HasMetadata> extends Webhook {

  /**
   * Changes an object that is being created or updated. It is called again on what it made, and
   * must change nothing more then. What the class does not know of the object stays as it is.
   *
   * @param object a copy to change
   * @throws IllegalArgumentException to refuse the object; its message is told to the person
   */
  void mutate(P object, AdmissionContext context);
}
