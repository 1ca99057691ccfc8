package dev.catamaran.events;

import java.time.Duration;
import java.time.Instant;

/**
 * The number of further Event objects of one type about one object: 25 at once, and one each 5
 * minutes (client-go, tools/record). New counts of existing Events are not limited here.
 *
 * @param left may be fractional
 * @param since time at which {@code left} was valid
 */
record EventAllowance(double left, Instant since) {
  private static final double MOST = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);

  /** Returns the full allowance. */
  static EventAllowance full(Instant now) {
    return new EventAllowance(MOST, now);
  }

  /** Returns the allowance at {@code now}. */
  EventAllowance at(Instant now) {
    var gained = (double) Duration.between(since, now).toMillis() / REFILL.toMillis();
    return new EventAllowance(Math.min(MOST, left + Math.max(0, gained)), now);
  }

  /** Whether one more object is allowed. */
  boolean suffices() {
    return left >= 1;
  }

  /** Returns the allowance after one more object. */
  EventAllowance spent() {
    return new EventAllowance(left - 1, since);
  }
}
