package dev.catamaran.observe;

import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Decides whether the process that began a pending revision may still finish it.
 *
 * @param term since when no other operator process can have begun one
 * @param calls this process's own Helm calls
 * @param timeout how long a Helm operation may take
 */
public record PendingRevisions(
    Supplier<LeaderTerm> term, EngineCalls calls, Duration timeout, Clock clock) {
  /** Added to the timeout before a revision counts as abandoned, whatever client made it. */
  private static final Duration ALLOWANCE = Duration.ofMinutes(1);

  ReleaseState state(Revision pending) {
    return isAbandoned(pending)
        ? new ReleaseState.Abandoned(pending)
        : new ReleaseState.Busy(pending);
  }

  /** A person's operation counts as abandoned only after the time that Helm may take for it. */
  private boolean isAbandoned(Revision pending) {
    if (calls.isRunning(pending.release())) {
      return false;
    }
    var began = pending.writtenAt();
    var now = clock.instant();
    return (pending.isBegunByOperator()
            && (calls.hasReturned(pending.release(), began) || term.get().outlives(began, now)))
        || now.isAfter(began.plus(timeout).plus(ALLOWANCE));
  }

  /**
   * Time from which this process may write.
   *
   * @param since start of leadership, or of the process if there is no election
   * @param grace how long a previous leader may still write after that; zero if there is no
   *     election
   */
  public record LeaderTerm(Instant since, Duration grace) {

    /** Whether the process that wrote at {@code writtenAt} has certainly stopped at {@code now}. */
    boolean outlives(Instant writtenAt, Instant now) {
      return writtenAt.isBefore(since) && !now.isBefore(since.plus(grace));
    }
  }
}
