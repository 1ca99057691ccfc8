package dev.catamaran.release;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Failures of the same input in a row, and so the time of the next retry. Other input starts at
 * zero.
 *
 * @param inputDigest the input that failed
 * @param count failures in a row, at least 1
 * @param hindered number of these failures that the input did not cause, such as a missing right
 * @param lastAt time of the last failure
 */
public record Backoff(
    String inputDigest,
    int count,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int hindered,
    Instant lastAt) {
  /**
   * Limit of the delay after a hindrance: a person probably fixes it, and the retry should follow
   * soon.
   */
  private static final Duration LONGEST_HINDERED = Duration.ofSeconds(15);

  /** The same after more than {@link #MANY} failures: each attempt runs hooks again. */
  private static final Duration CALM = Duration.ofMinutes(1);

  private static final int MANY = 8;

  /** Limits what somebody may have written into a status. */
  public Backoff {
    count = Math.max(1, count);
    hindered = Math.max(0, hindered);
  }

  /** Delay after a number of failures in a row. */
  @FunctionalInterface
  public interface Delays {
    /** Returns the delay; {@code failures} is at least 1. */
    Duration after(int failures);
  }

  /** Returns the record after one more failure of {@code inputDigest}. */
  public static Backoff after(Optional<Backoff> before, String inputDigest, Instant now) {
    var same = before.filter(b -> ReleaseInput.isSame(b.inputDigest, inputDigest));
    return new Backoff(
        inputDigest,
        same.map(Backoff::count).orElse(0) + 1,
        same.map(Backoff::hindered).orElse(0),
        now);
  }

  /** Returns the record after one more failure that {@code inputDigest} did not cause. */
  public static Backoff afterHindrance(Optional<Backoff> before, String inputDigest, Instant now) {
    var failed = after(before, inputDigest, now);
    return new Backoff(inputDigest, failed.count, failed.hindered + 1, now);
  }

  /** Returns the number of failures that count against the retries. */
  public int toBlame() {
    return count - hindered;
  }

  /**
   * Returns the delay after the last failure. It is limited after a failure that the input did not
   * cause.
   */
  public Duration delay(Delays delays) {
    var delay = delays.after(count);
    var limit = count > MANY ? CALM : LONGEST_HINDERED;
    return hindered > 0 && delay.compareTo(limit) > 0 ? limit : delay;
  }

  /** Returns the end of the delay. */
  public Instant due(Delays delays) {
    return lastAt.plus(delay(delays));
  }

  /**
   * Returns the end of the delay; empty if a retry is due at {@code now}. It is due if the last
   * failure lies in the future: the clock went back, and the delay could last for years.
   */
  public Optional<Instant> holdUntil(Delays delays, Instant now) {
    var until = due(delays);
    return now.isBefore(lastAt) || !now.isBefore(until) ? Optional.empty() : Optional.of(until);
  }
}
