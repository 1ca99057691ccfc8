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
 * @param hindered how many of these were none of its fault, such as a missing right
 * @param lastAt when it last failed
 */
public record Backoff(String inputDigest, int count, int hindered, Instant lastAt) {
  /** What hinders is expected to be mended by somebody, and that to be noticed soon. */
  private static final Duration LONGEST_HINDERED = Duration.ofSeconds(15);

  /** How long to wait after that many failures in a row. */
  @FunctionalInterface
  public interface Delays {
    /** The delay; {@code failures} is at least 1. */
    Duration after(int failures);
  }

  /** The record after one more failure of {@code inputDigest}. */
  public static Backoff after(Optional<Backoff> before, String inputDigest, Instant now) {
    var same = before.filter(b -> b.inputDigest.equals(inputDigest));
    return new Backoff(
        inputDigest,
        same.map(Backoff::count).orElse(0) + 1,
        same.map(Backoff::hindered).orElse(0),
        now);
  }

  /** The record after one more failure that was not {@code inputDigest}'s fault. */
  public static Backoff afterHindrance(Optional<Backoff> before, String inputDigest, Instant now) {
    var failed = after(before, inputDigest, now);
    return new Backoff(inputDigest, failed.count, failed.hindered + 1, now);
  }

  /** How many failures count against the retries. */
  public int toBlame() {
    return count - hindered;
  }

  /**
   * Waiting time after the last failure; never long after one that was none of the input's fault.
   */
  public Duration delay(Delays delays) {
    var delay = delays.after(count);
    return hindered > 0 && delay.compareTo(LONGEST_HINDERED) > 0 ? LONGEST_HINDERED : delay;
  }

  /** Until when the input must wait; empty if it may be tried at {@code now}. */
  public Optional<Instant> holdUntil(Delays delays, Instant now) {
    var until = lastAt.plus(delay(delays));
    return now.isBefore(until) ? Optional.of(until) : Optional.empty();
  }
}
