package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/**
 * The cached version of a primary. It may be newer than the version at the begin of the pass,
 * because another reconciler of the same kind, or an earlier step, has written since.
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
