package dev.catamaran.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Since when this process may write.
 *
 * @param since begin of leadership, or of the process where there is no election
 * @param grace how long a predecessor may still be at work after that; zero where there is no
 *     election
 */
public record LeaderTerm(Instant since, Duration grace) {

  /** Whether whoever wrote at {@code writtenAt} is certainly gone at {@code now}. */
  boolean outlives(Instant writtenAt, Instant now) {
    return writtenAt.isBefore(since) && !now.isBefore(since.plus(grace));
  }
}
