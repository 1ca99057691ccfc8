package dev.catamaran.report;

import dev.catamaran.release.Backoff;
import dev.catamaran.release.Contest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Time of the next pass over a primary, if no event causes an earlier one. */
@FunctionalInterface
public interface NextPass {
  Duration SHORTEST = Duration.ofMillis(10);
  Duration SHORT = Duration.ofSeconds(2);
  Duration LONGEST_START = Duration.ofMinutes(10);

  /** The next step does not wait. An observation from memory costs nothing. */
  NextPass AT_ONCE = at -> SHORTEST;

  /** Another operation is in progress, or objects are being created or deleted. */
  NextPass SOON = at -> SHORT;

  /** All is well. */
  NextPass AFTER_THE_PERIOD = Situation::period;

  /** All is well. Failures of earlier passes need one more pass, which clears them. */
  NextPass ONCE_WELL = at -> at.failures().isPresent() ? SHORTEST : at.period();

  /** A retry follows, each time after a longer delay. */
  NextPass AFTER_A_DELAY = at -> at.failures().map(f -> f.delay(at.delays())).orElse(SHORT);

  /**
   * Input for the delay.
   *
   * @param period time between two passes over a primary without problems
   * @param failures the present failures
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

  Duration delay(Situation at);

  /**
   * Waits as long as it has lasted since that moment, for some minutes: what starts says by and by
   * why it does not run. It is no rest, so it is a little less than a period.
   */
  static NextPass starting(Instant since, NextPass otherwise) {
    return at -> {
      var age = Duration.between(since, at.now());
      return age.compareTo(LONGEST_START) > 0
          ? otherwise.delay(at)
          : Collections.min(List.of(Collections.max(List.of(age, SHORT)), otherwise.delay(at)))
              .minusMillis(1);
    };
  }

  /** Waits twice as long after each look, at most a minute: what is watched causes an event. */
  static NextPass growing(int looks) {
    return at -> SHORT.multipliedBy(1L << Math.clamp(looks - 1, 0, 5));
  }

  /** Waits until that moment. */
  static NextPass at(Instant moment) {
    return at -> at.until(moment);
  }

  /** Waits until that moment, but not longer than the period: unwatched changes cause no event. */
  static NextPass by(Instant moment) {
    return at -> at.atMostThePeriod(at.until(moment));
  }

  /** Waits until the first contest is due, but not longer than the period. */
  static NextPass byTheNextOf(List<Contest> contests) {
    return at ->
        contests.stream()
            .map(contest -> contest.nextLook(at.now()))
            .min(Comparator.naturalOrder())
            .map(moment -> at.atMostThePeriod(at.until(moment)))
            .orElse(at.period());
  }
}
