package dev.catamaran.election;

import java.time.Duration;
import java.util.Optional;

/**
 * A lease, and the time since which it is unchanged.
 *
 * @param terms its content
 * @param sinceNanos first observation of that content by this process, on the monotonic clock
 */
record ObservedLease(LeaseTerms terms, long sinceNanos) {
  /** The next step of an instance that wants a lease and has read it. */
  enum Move {
    /** There is no lease: create it. */
    CREATE,
    /** Its holder has stopped: write our name into it, unless another client has written since. */
    TAKE,
    /** Read it again later. */
    STAND_BY
  }

  /** Returns the observation after another read of the lease. */
  ObservedLease again(LeaseTerms now, long nanos) {
    return now.equals(terms) ? this : new ObservedLease(now, nanos);
  }

  /**
   * Decides the next step. A lease with our name is ours: we wrote it, but the response was lost.
   *
   * @param seen empty if there is no lease
   * @param us our name
   * @param otherwise duration for a lease that contains none
   */
  static Move next(Optional<ObservedLease> seen, String us, Duration otherwise, long nanos) {
    return seen.map(
            lease ->
                lease.terms.holder().filter(us::equals).isPresent()
                        || lease.hasExpired(otherwise, nanos)
                    ? Move.TAKE
                    : Move.STAND_BY)
        .orElse(Move.CREATE);
  }

  /** Whether its holder must have stopped: there was no renewal for the duration of the lease. */
  private boolean hasExpired(Duration otherwise, long nanos) {
    var silent = Duration.ofNanos(nanos - sinceNanos);
    return silent.compareTo(terms.duration().orElse(otherwise)) > 0;
  }
}
