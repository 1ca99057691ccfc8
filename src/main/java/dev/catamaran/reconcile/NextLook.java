package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a primary is looked at again if nothing happens to it before. Pure. */
final class NextLook {
  private static final Duration AT_ONCE = Duration.ofMillis(10);
  private static final Duration SOON = Duration.ofSeconds(2);

  private NextLook() {}

  /**
   * The delay after {@code outcome}.
   *
   * @param period between two looks at a primary with which all is well
   * @param failures present if {@code outcome} is a failure
   */
  static Duration after(
      ReleaseOutcome outcome, Duration period, Optional<Backoff> failures, Instant now) {
    return switch (outcome) {
      case ReleaseOutcome.Failed ignored -> failures.map(Backoff::delay).orElse(SOON);
      case ReleaseOutcome.Held(var until) -> atLeast(AT_ONCE, Duration.between(now, until));
      case ReleaseOutcome.TakenOver ignored -> AT_ONCE;
      case ReleaseOutcome.Unlocked ignored -> AT_ONCE;
      case ReleaseOutcome.Waiting ignored -> SOON;
      case ReleaseOutcome.Installed ignored -> period;
      case ReleaseOutcome.Upgraded ignored -> period;
      case ReleaseOutcome.DriftCorrected ignored -> period;
      case ReleaseOutcome.DriftLeft ignored -> period;
      case ReleaseOutcome.Kept ignored -> period;
      case ReleaseOutcome.Refused ignored -> period;
      case ReleaseOutcome.Uninstalled ignored -> AT_ONCE;
    };
  }

  private static Duration atLeast(Duration least, Duration delay) {
    return delay.compareTo(least) < 0 ? least : delay;
  }
}
