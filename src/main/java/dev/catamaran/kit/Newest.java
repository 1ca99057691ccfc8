package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/**
 * A primary as the cache shows it now, which may be newer than what a pass began with: another
 * reconciler of the same kind, or an earlier step, may have written since.
 */
final class Newest {
  private Newest() {}

  static <P extends HasMetadata> P of(P primary, Context<P> context) {
    return context
        .getPrimaryCache()
        .get(ResourceID.fromResource(primary))
        .filter(cached -> uid(cached).equals(uid(primary)))
        .orElse(primary);
  }

  private static String uid(HasMetadata primary) {
    return primary.getMetadata().getUid();
  }
}
