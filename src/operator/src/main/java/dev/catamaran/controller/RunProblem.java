package dev.catamaran.controller;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Problem that prevents a controller from running, with its start time. */
final class RunProblem {
  private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

  /** After this time without a problem, the next problem counts as the first. */
  private static final Duration QUIET = Duration.ofMinutes(5);

  private final Clock clock;
  private String problem = "";
  private Instant since = Instant.MAX;
  private Instant last = Instant.MIN;
  private int inARow;

  RunProblem(Clock clock) {
    this.clock = clock;
  }

  /**
   * Notes a failure.
   *
   * @param what a sentence for people
   */
  synchronized void note(String what) {
    var now = clock.instant();
    inARow = inARow == 0 || last.plus(QUIET).isBefore(now) ? 1 : inARow + 1;
    last = now;
    problem = what;
    since = since.isBefore(now) ? since : now;
  }

  /** Ends the problem. The next one counts as the first only after a while. */
  synchronized void over() {
    since = Instant.MAX;
  }

  /** Returns the delay before the next start. */
  synchronized Duration delay() {
    var delay = FIRST_DELAY.multipliedBy(1L << Math.clamp(inARow - 1L, 0, 10));
    return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
  }

  /** Returns the problem, if it is older than {@code longer}. */
  synchronized Optional<String> sinceLongerThan(Duration longer) {
    return since.isBefore(clock.instant().minus(longer)) ? Optional.of(problem) : Optional.empty();
  }
}
