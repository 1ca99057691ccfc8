package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Validates objects of a kind before the API server stores them. Operations that are not overridden
 * are allowed, and the generated configuration contains only the overridden ones.
 *
 * <p>It gets objects after all defaults and mutations. An object under deletion is not validated:
 * its finalizers must be removable. An exception fails the request according to the configuration's
 * {@code failurePolicy}. The user reads that the webhook failed, and the operator's log contains
 * the reason.
 *
 * @param <P> the class of the kind, or {@code GenericKubernetesResource}
 */
public non-sealed interface Validator<P extends HasMetadata> extends Webhook {

  /** Validates an object that is being created. */
  default Verdict validateCreate(P created, AdmissionContext context) {
    return Verdict.allow();
  }

  /** Validates a change; both are whole objects. */
  default Verdict validateUpdate(P before, P after, AdmissionContext context) {
    return Verdict.allow();
  }

  /** Decides whether an object may be deleted. */
  default Verdict validateDelete(P deleted, AdmissionContext context) {
    return Verdict.allow();
  }
}
