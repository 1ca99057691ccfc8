package dev.catamaran.kit;

import java.time.Duration;

/**
 * Thrown by a reconciler to request another pass after a delay, because a prerequisite is missing.
 * That is no failure: it is not counted, writes no error status, and the delay does not grow. An
 * event triggers the next pass earlier.
 */
public final class RetryAfter extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration delay;

  /**
   * Creates the exception.
   *
   * @param delay until the next pass, longer than zero
   * @param reason a sentence for people, written to the log
   * @throws IllegalArgumentException if the delay is zero or negative
   */
  public RetryAfter(Duration delay, String reason) {
    super(reason);
    if (!delay.isPositive()) {
      throw new IllegalArgumentException("a delay must be positive, not " + delay);
    }
    this.delay = delay;
  }

  /** Returns the delay until the next pass. */
  public Duration delay() {
    return delay;
  }

  /** Returns the missing prerequisite. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
