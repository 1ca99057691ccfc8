package dev.catamaran.observe;

import java.time.Duration;
import java.time.Instant;

/**
 * Time from which this process may write.
 *
 * @param since start of leadership, or of the process if there is no election
 * @param grace how long a previous leader may still write after that; zero if there is no election
 */
public record LeaderTerm(Instant since, Duration grace) {

  /** Whether the process that wrote at {@code writtenAt} has certainly stopped at {@code now}. */
  boolean outlives(Instant writtenAt, Instant now) {
    return writtenAt.isBefore(since) && !now.isBefore(since.plus(grace));
  }
}
