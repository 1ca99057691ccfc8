package dev.catamaran.reconcile;

import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Tells whether somebody is at work on a pending revision, or nobody is left to finish it.
 *
 * @param tenure since when nobody else of our kind can have begun one
 * @param calls what this process itself has under way
 * @param timeout for how long Helm may be at work on one
 */
record PendingRevisions(
    Supplier<LeaderTerm> tenure, EngineCalls calls, Duration timeout, Clock clock) {
  /** Added to the timeout before a revision counts as abandoned whoever made it. */
  private static final Duration ALLOWANCE = Duration.ofMinutes(1);

  ReleaseState state(Revision pending) {
    return isAbandoned(pending)
        ? new ReleaseState.Abandoned(pending)
        : new ReleaseState.Busy(pending);
  }

  /** What a person began is left to him for as long as Helm may take for it. */
  private boolean isAbandoned(Revision pending) {
    if (calls.isRunning(pending.release())) {
      return false;
    }
    var began = pending.writtenAt();
    var now = clock.instant();
    return (pending.isBegunByOperator()
            && (calls.hasReturned(pending.release(), began) || tenure.get().outlives(began, now)))
        || now.isAfter(began.plus(timeout).plus(ALLOWANCE));
  }
}
