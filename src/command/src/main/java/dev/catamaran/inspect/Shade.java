package dev.catamaran.inspect;

import dev.catamaran.status.Reasons;
import java.util.Set;

/** Colour of the status of a condition. Pure. */
final class Shade {
  /** Conditions that are bad news if they are true. */
  private static final Set<String> BAD_IF_TRUE =
      Set.of(
          Reasons.RELEASE_FAILED,
          Reasons.IRRECONCILABLE,
          Reasons.DRIFTED,
          Reasons.STALLED,
          Reasons.PAUSED,
          Reasons.SPEC_NOT_FOLLOWED,
          Reasons.POST_HOOK_FAILED,
          Reasons.ANNOTATIONS_IGNORED);

  private Shade() {}

  static Ink of(Condition condition) {
    if (!BAD_IF_TRUE.contains(condition.type())) {
      return Ink.ofStatus(condition.status());
    }
    return condition.isTrue() ? Ink.BAD : Ink.PLAIN;
  }
}
