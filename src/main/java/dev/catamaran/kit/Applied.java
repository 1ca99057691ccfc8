package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows of live objects that they are as desired. The API server words some values its own way
 * (quantities, defaults within a list, a Secret's {@code stringData}), so that comparing proves
 * nothing; what came back of an apply then is the proof, for as long as neither side changes.
 */
final class Applied {
  /** By uid. Only of objects that comparing does not prove. */
  private final Map<String, OwnedFields> proofs = new ConcurrentHashMap<>();

  /** Whether applying {@code desired} again would change nothing. */
  boolean isProven(HasMetadata live, HasMetadata desired, Context<?> context) {
    return OwnedFields.of(live, desired, context)
        .filter(fields -> fields.areEqual() || fields.equals(proofs.get(uid(live))))
        .isPresent();
  }

  /** {@code live} is what came of applying {@code desired}. */
  void prove(HasMetadata live, HasMetadata desired, Context<?> context) {
    OwnedFields.of(live, desired, context)
        .filter(fields -> !fields.areEqual())
        .ifPresentOrElse(fields -> proofs.put(uid(live), fields), () -> forget(live));
  }

  /** It is gone. */
  void forget(HasMetadata object) {
    proofs.remove(uid(object));
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }
}
