package dev.catamaran.election;

import java.time.Duration;

/**
 * A lease, and the time since which it is unchanged.
 *
 * @param terms its content
 * @param sinceNanos first observation of that content by this process, on the monotonic clock
 */
record ObservedLease(LeaseTerms terms, long sinceNanos) {

  /** Returns the observation after another read of the lease. */
  ObservedLease again(LeaseTerms now, long nanos) {
    return now.equals(terms) ? this : new ObservedLease(now, nanos);
  }

  /**
   * Whether its holder must have stopped: there was no renewal for the duration of the lease.
   *
   * @param otherwise duration for a lease that contains none
   */
  boolean hasExpired(Duration otherwise, long nanos) {
    var silent = Duration.ofNanos(nanos - sinceNanos);
    return silent.compareTo(terms.duration().orElse(otherwise)) > 0;
  }
}
