package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the live objects that match the desired ones. The API server words some values its own
 * way (quantities, defaults within a list, a Secret's {@code stringData}), so a comparison proves
 * nothing for them. For them the result of an apply is the proof, until either side changes.
 */
final class Applied {
  /** By uid. Contains only objects that a comparison does not prove. */
  private final Map<String, OwnedFields> proofs = new ConcurrentHashMap<>();

  /** Whether applying {@code desired} again would change nothing. */
  boolean isProven(HasMetadata live, HasMetadata desired, Context<?> context) {
    return OwnedFields.of(live, desired, context)
        .filter(fields -> fields.areEqual() || fields.equals(proofs.get(uid(live))))
        .isPresent();
  }

  /** Records {@code live} as the result of applying {@code desired}. */
  void prove(HasMetadata live, HasMetadata desired, Context<?> context) {
    OwnedFields.of(live, desired, context)
        .filter(fields -> !fields.areEqual())
        .ifPresentOrElse(fields -> proofs.put(uid(live), fields), () -> forget(live));
  }

  /** Forgets a deleted object. */
  void forget(HasMetadata object) {
    proofs.remove(uid(object));
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }
}
