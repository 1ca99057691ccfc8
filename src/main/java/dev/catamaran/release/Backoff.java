package dev.catamaran.release;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How often the same input has failed in a row, and so when it may be tried again. Other input
 * starts anew.
 *
 * @param inputDigest the input that failed
 * @param count how often in a row, at least 1
 * @param lastAt when it last failed
 */
public record Backoff(String inputDigest, int count, Instant lastAt) {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int DOUBLINGS = 9;

  /** The record after one more failure of {@code inputDigest}. */
  public static Backoff after(Optional<Backoff> before, String inputDigest, Instant now) {
    int count = before.filter(b -> b.inputDigest.equals(inputDigest)).map(Backoff::count).orElse(0);
    return new Backoff(inputDigest, count + 1, now);
  }

  /** Waiting time after the last failure: doubles from one second up to five minutes. */
  public Duration delay() {
    var delay = FIRST.multipliedBy(1L << Math.min(count - 1, DOUBLINGS));
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }

  /** Until when {@code inputDigest} must wait; empty if it may be tried at {@code now}. */
  public Optional<Instant> holdUntil(String inputDigest, Instant now) {
    var until = lastAt.plus(delay());
    return this.inputDigest.equals(inputDigest) && now.isBefore(until)
        ? Optional.of(until)
        : Optional.empty();
  }
}
