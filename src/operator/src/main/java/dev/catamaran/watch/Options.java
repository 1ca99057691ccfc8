package dev.catamaran.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Options of a watch with either kind of source.
 *
 * @param reconcilePeriod time between two passes without an event; empty means the operator's
 *     default
 * @param maxConcurrentReconciles workers, at least 1; empty means the operator's default
 * @param selector the watched primaries; empty means all
 * @param retry delays before retries of failed passes; empty means {@link RetryPolicy#DEFAULT}, or
 *     the annotation of a reconciler's class
 * @param rateLimit maximum rate of passes over one primary; empty means no limit
 */
public record Options(
    Optional<Duration> reconcilePeriod,
    OptionalInt maxConcurrentReconciles,
    Selector selector,
    Optional<RetryPolicy> retry,
    Optional<RateLimit> rateLimit) {

  /** Defaults. */
  public static final Options DEFAULT =
      new Options(
          Optional.empty(),
          OptionalInt.empty(),
          Selector.everything(),
          Optional.empty(),
          Optional.empty());

  /**
   * Maximum rate of passes over one primary.
   *
   * @param passes at least 1
   * @param per the period of the limit; positive
   */
  public record RateLimit(int passes, Duration per) {}

  /**
   * Delays before the retries of a failed pass. Every failed pass is retried: the delay grows to a
   * maximum and stays there.
   *
   * @param initial delay after the first consecutive failure
   * @param multiplier growth of the delay with each further failure, at least 1
   * @param max the longest delay, at least the first
   * @param jitter largest fraction by which a delay may be shorter, from 0 to below 1, so that many
   *     primaries do not retry at once
   */
  public record RetryPolicy(Duration initial, double multiplier, Duration max, double jitter) {

    /** Default policy. */
    public static final RetryPolicy DEFAULT =
        new RetryPolicy(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0.1);

    /** Checks the bounds. */
    public RetryPolicy {
      if (!initial.isPositive() || max.compareTo(initial) < 0) {
        throw new IllegalArgumentException("delays must be from " + initial + " up to " + max);
      }
      if (!(multiplier >= 1) || !(jitter >= 0 && jitter < 1)) {
        throw new IllegalArgumentException("multiplier " + multiplier + ", jitter " + jitter);
      }
    }

    /**
     * Returns the delay after a number of consecutive failures.
     *
     * @param failures at least 1
     * @param seed a text unique to each primary; the same seed gives the same delay, also after a
     *     restart
     */
    public Duration delay(int failures, String seed) {
      var grown = initial.toMillis() * Math.pow(multiplier, failures - 1);
      var delay = Math.min(grown, (double) max.toMillis());
      var chance = new SplittableRandom(31L * seed.hashCode() + failures).nextDouble();
      return Duration.ofMillis(Math.max(1, Math.round(delay * (1 - jitter * chance))));
    }
  }
}
