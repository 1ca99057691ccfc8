package dev.catamaran.kit;

import java.time.Duration;

/**
 * Thrown by a reconciler to be called again after a time, because what it needs is not there yet.
 * That is no failure: nothing is counted, no status of an error is written, and the time does not
 * grow. An event wakes the reconciler earlier.
 */
public final class RetryAfter extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration delay;

  /**
   * Makes one.
   *
   * @param delay after which to look again, more than no time
   * @param reason a sentence for people, told in the log
   * @throws IllegalArgumentException if the delay is no time or less
   */
  public RetryAfter(Duration delay, String reason) {
    super(reason);
    if (!delay.isPositive()) {
      throw new IllegalArgumentException("a delay must be positive, not " + delay);
    }
    this.delay = delay;
  }

  /** After which to look again. */
  public Duration delay() {
    return delay;
  }

  /** What is not there yet. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
