package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.function.UnaryOperator;

/**
 * The part of objects that a watch keeps in memory.
 *
 * @param part creates the part from a copy, which it may change
 */
record KeptPart<R extends HasMetadata>(
    UnaryOperator<R> part, KubernetesSerialization serialization) {

  /** Returns the part of an object, which stays unchanged. */
  R of(R object) {
    return part.apply(serialization.clone(object));
  }

  /** Whether the parts of two objects differ. */
  boolean differ(R one, R other) {
    return !content(one).equals(content(other));
  }

  /** Every write changes the resource version and the managed fields. */
  private R content(R object) {
    var kept = of(object);
    kept.getMetadata().setResourceVersion(null);
    kept.getMetadata().setManagedFields(null);
    return kept;
  }
}
