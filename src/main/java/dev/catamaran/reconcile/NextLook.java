package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import dev.catamaran.release.Contest;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
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
   * @param failures present if {@code outcome} is a failure, or does not yet end earlier ones
   * @param delays how long to wait after failures
   */
  static Duration after(
      ReleaseOutcome outcome,
      Duration period,
      Optional<Backoff> failures,
      Backoff.Delays delays,
      Instant now) {
    return switch (outcome) {
      case ReleaseOutcome.Failed(var step, var ignored) ->
          step == FailedStep.INSTALL || step == FailedStep.UPGRADE
              ? AT_ONCE // What failed may have to be undone, and that does not wait.
              : failures.map(f -> f.delay(delays)).orElse(SOON);
      case ReleaseOutcome.Hindered ignored -> failures.map(f -> f.delay(delays)).orElse(SOON);
      case ReleaseOutcome.Held(var until) -> atLeast(AT_ONCE, Duration.between(now, until));
      case ReleaseOutcome.TakenOver ignored -> AT_ONCE;
      case ReleaseOutcome.Progressing(var ignored, var deadline) ->
          // What is not watched becomes ready without anybody telling.
          atMost(period, atLeast(AT_ONCE, Duration.between(now, deadline)));
      case ReleaseOutcome.Unlocked ignored -> AT_ONCE;
      case ReleaseOutcome.Waiting ignored -> SOON;
      case ReleaseOutcome.Blocked ignored -> SOON;
      case ReleaseOutcome.Lingering ignored -> SOON;
      // Whether it is any good is seen from memory, at the price of nothing.
      case ReleaseOutcome.Installed ignored -> AT_ONCE;
      case ReleaseOutcome.Upgraded ignored -> AT_ONCE;
      case ReleaseOutcome.Tested ignored -> AT_ONCE;
      case ReleaseOutcome.RolledBack ignored -> AT_ONCE;
      case ReleaseOutcome.FailureRemoved ignored -> AT_ONCE;
      case ReleaseOutcome.Mended ignored -> SOON;
      case ReleaseOutcome.WentBack ignored -> period;
      case ReleaseOutcome.DriftCorrected ignored -> failures.isPresent() ? AT_ONCE : period;
      case ReleaseOutcome.Contested(var ignored, var alsoIgnored, var contests) ->
          untilNext(contests, now, period);
      case ReleaseOutcome.DriftLeft ignored -> period;
      case ReleaseOutcome.Kept ignored -> period;
      case ReleaseOutcome.Refused ignored -> period;
      case ReleaseOutcome.Stalled ignored -> period;
      case ReleaseOutcome.Paused ignored -> period;
      case ReleaseOutcome.Uninstalled ignored -> AT_ONCE;
    };
  }

  private static Duration untilNext(List<Contest> contests, Instant now, Duration period) {
    return contests.stream()
        .map(contest -> Duration.between(now, contest.nextLook(now)))
        .min(Comparator.naturalOrder())
        .map(delay -> atMost(period, atLeast(AT_ONCE, delay)))
        .orElse(period);
  }

  private static Duration atMost(Duration most, Duration delay) {
    return delay.compareTo(most) > 0 ? most : delay;
  }

  private static Duration atLeast(Duration least, Duration delay) {
    return delay.compareTo(least) < 0 ? least : delay;
  }
}
