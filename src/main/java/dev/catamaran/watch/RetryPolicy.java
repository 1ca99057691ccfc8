package dev.catamaran.watch;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * When a pass that failed is tried again. It always is: the delay grows up to a longest one, and
 * stays there.
 *
 * @param initial delay after the first failure in a row
 * @param multiplier by which each further failure makes it longer, at least 1
 * @param max the longest delay, at least the first
 * @param jitter by which part a delay may be shorter, so that many primaries do not come back at
 *     once; from 0 up to 1, which is not reached
 */
public record RetryPolicy(Duration initial, double multiplier, Duration max, double jitter) {

  /** What holds where nothing is said. */
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
   * The delay after that many failures in a row.
   *
   * @param failures at least 1
   * @param seed what is different for each primary; the same gives the same delay, also after a
   *     restart
   */
  public Duration delay(int failures, String seed) {
    var grown = initial.toMillis() * Math.pow(multiplier, failures - 1);
    var delay = Math.min(grown, (double) max.toMillis());
    var chance = new SplittableRandom(31L * seed.hashCode() + failures).nextDouble();
    return Duration.ofMillis(Math.max(1, Math.round(delay * (1 - jitter * chance))));
  }
}
