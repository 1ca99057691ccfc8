package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Judges objects of a kind before the API server stores them. What is not overridden is allowed,
 * and the generated configuration asks only about what is overridden.
 *
 * <p>It sees what is stored after all defaults and mutations. An object that is being deleted is
 * not judged any more: its finalizers must be removable. An exception fails the request as the
 * configuration's {@code failurePolicy} says; the person reads that the webhook failed, and the
 * operator's log has why.
 *
 * @param <P> the class of the kind, or {@code GenericKubernetesResource}
 */
public non-sealed interface Validator<P extends HasMetadata> extends Webhook {

  /** Judges an object that somebody creates. */
  default Verdict validateCreate(P created, AdmissionContext context) {
    return Verdict.allow();
  }

  /** Judges a change; both are whole objects. */
  default Verdict validateUpdate(P before, P after, AdmissionContext context) {
    return Verdict.allow();
  }

  /** Judges whether an object may be deleted. */
  default Verdict validateDelete(P deleted, AdmissionContext context) {
    return Verdict.allow();
  }
}
