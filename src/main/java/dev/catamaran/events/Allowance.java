package dev.catamaran.events;

import java.time.Duration;
import java.time.Instant;

/**
 * How many more objects the events of one type about one object may become: 25 at once, and one
 * each 5 minutes, as client-go's tools/record has it. What only counts on is not limited here.
 *
 * @param left may have a part of one
 * @param since when it was so
 */
record Allowance(double left, Instant since) {
  private static final double MOST = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);

  /** All of it. */
  static Allowance full(Instant now) {
    return new Allowance(MOST, now);
  }

  /** What there is now. */
  Allowance at(Instant now) {
    var gained = (double) Duration.between(since, now).toMillis() / REFILL.toMillis();
    return new Allowance(Math.min(MOST, left + Math.max(0, gained)), now);
  }

  /** Whether one more may be made. */
  boolean suffices() {
    return left >= 1;
  }

  /** After one more. */
  Allowance spent() {
    return new Allowance(left - 1, since);
  }
}
