package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Changes objects of a kind before the API server validates and stores them, for instance to set
 * defaults that a schema cannot express.
 *
 * @param <P> the class of the kind, or {@code GenericKubernetesResource}
 */
public non-sealed interface Mutator<P extends HasMetadata> extends Webhook {

  /**
   * Changes an object that is being created or updated. It is called again on its own result, and
   * must then change nothing more. Fields that the class does not contain stay unchanged.
   *
   * @param object a copy to change
   * @throws IllegalArgumentException to refuse the object; the user gets the message
   */
  void mutate(P object, AdmissionContext context);
}
