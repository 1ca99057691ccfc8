package dev.catamaran.watch;

import java.time.Duration;

/**
 * What a revision has to pass before it counts as good.
 *
 * @param readiness whether its workloads must become ready
 * @param tests whether the chart's test hooks must succeed
 * @param timeout of one Helm operation, and of becoming ready
 */
public record Gate(boolean readiness, boolean tests, Duration timeout) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
}
