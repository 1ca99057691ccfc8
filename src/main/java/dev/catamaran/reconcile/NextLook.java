package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import dev.catamaran.release.Contest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** When a primary is looked at again if nothing happens to it before. */
@FunctionalInterface
interface NextLook {
  Duration SHORTEST = Duration.ofMillis(10);
  Duration SHORT = Duration.ofSeconds(2);

  /** The next step does not wait; to look from memory costs nothing. */
  NextLook AT_ONCE = at -> SHORTEST;

  /** Others are at work, or objects are on their way. */
  NextLook SOON = at -> SHORT;

  /** All is well. */
  NextLook AFTER_THE_PERIOD = Situation::period;

  /** All is well, unless failures before are still to be ended. */
  NextLook ONCE_WELL = at -> at.failures().isPresent() ? SHORTEST : at.period();

  /** It is tried again, each time later. */
  NextLook AFTER_A_DELAY = at -> at.failures().map(f -> f.delay(at.delays())).orElse(SHORT);

  /**
   * What the delay depends on.
   *
   * @param period between two looks at a primary with which all is well
   * @param failures those that there are now
   * @param delays how long to wait after failures
   */
  record Situation(
      Duration period, Optional<Backoff> failures, Backoff.Delays delays, Instant now) {
    private Duration until(Instant moment) {
      var delay = Duration.between(now, moment);
      return delay.compareTo(SHORTEST) < 0 ? SHORTEST : delay;
    }

    private Duration atMostThePeriod(Duration delay) {
      return delay.compareTo(period) > 0 ? period : delay;
    }
  }

  /** The delay. */
  Duration delay(Situation at);

  /** Not before that moment. */
  static NextLook at(Instant moment) {
    return at -> at.until(moment);
  }

  /** What is not watched changes without anybody telling: after the period at the latest. */
  static NextLook by(Instant moment) {
    return at -> at.atMostThePeriod(at.until(moment));
  }

  /** When the first of these is due. */
  static NextLook byTheNextOf(List<Contest> contests) {
    return at ->
        contests.stream()
            .map(contest -> contest.nextLook(at.now()))
            .min(Comparator.naturalOrder())
            .map(moment -> at.atMostThePeriod(at.until(moment)))
            .orElse(at.period());
  }
}
