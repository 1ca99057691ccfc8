package dev.catamaran.watch;

import java.time.Duration;

/**
 * Conditions for a good revision.
 *
 * @param readiness whether its workloads must become ready
 * @param tests whether the chart's test hooks must succeed
 * @param timeout limit for one Helm operation, and for readiness
 */
public record Gate(boolean readiness, boolean tests, Duration timeout) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  public boolean isDemanded() {
    return readiness || tests;
  }
}
