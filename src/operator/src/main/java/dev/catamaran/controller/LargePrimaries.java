package dev.catamaran.controller;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory for large primaries, of all kinds together. Small ones do not count: their number is
 * the business of a quota.
 */
final class LargePrimaries {
  private static final int SMALL = 64 << 10;
  private static final int VALUE = 64;

  private final long most;
  private long used;

  /** Takes an eighth of the heap. */
  LargePrimaries() {
    this(Runtime.getRuntime().maxMemory() / 8);
  }

  LargePrimaries(long most) {
    this.most = most;
  }

  /** Takes the memory for a primary, if there is enough. */
  synchronized boolean take(long cost) {
    boolean fits = hasRoom(cost);
    used += fits && cost > SMALL ? cost : 0;
    return fits;
  }

  /** Gives back what was taken. */
  synchronized void release(long cost) {
    used -= cost > SMALL ? cost : 0;
  }

  synchronized boolean hasRoom(long cost) {
    return cost <= SMALL || used + cost <= most;
  }

  /** Says why a primary is not kept. */
  String problem() {
    return "it is larger than %d KiB, and all custom resources of that size take more memory than the %d MiB for them; make it smaller, delete others, or give the operator more memory"
        .formatted(SMALL >> 10, most >> 20);
  }

  static boolean isSmall(@Nullable Object value) {
    return cost(value) <= SMALL;
  }

  /** Estimates the memory of an object without managed fields. */
  static long cost(GenericKubernetesResource object) {
    var metadata = object.getMetadata();
    return cost(object.getAdditionalProperties())
        + cost(metadata.getLabels())
        + cost(metadata.getAnnotations());
  }

  private static long cost(@Nullable Object value) {
    return VALUE
        + switch (value) {
          case String text -> text.length();
          case List<?> list -> list.stream().mapToLong(LargePrimaries::cost).sum();
          case Map<?, ?> map ->
              map.entrySet().stream()
                  .mapToLong(entry -> cost(entry.getKey()) + cost(entry.getValue()))
                  .sum();
          case null, default -> 0;
        };
  }
}
