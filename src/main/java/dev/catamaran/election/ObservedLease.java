package dev.catamaran.election;

import java.time.Duration;

/**
 * Since when a lease has looked as it does.
 *
 * @param terms what it says
 * @param sinceNanos when this process first saw it say so, on the monotonic clock
 */
record ObservedLease(LeaseTerms terms, long sinceNanos) {

  /** The same lease, looked at again. */
  ObservedLease again(LeaseTerms now, long nanos) {
    return now.equals(terms) ? this : new ObservedLease(now, nanos);
  }

  /**
   * Whether its holder must have stopped: nothing was heard of it for as long as it may be silent.
   *
   * @param otherwise for how long, if the lease itself does not say
   */
  boolean hasExpired(Duration otherwise, long nanos) {
    var silent = Duration.ofNanos(nanos - sinceNanos);
    return silent.compareTo(terms.duration().orElse(otherwise)) > 0;
  }
}
