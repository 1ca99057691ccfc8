package dev.catamaran.election;

import java.time.Duration;
import java.util.Optional;

/** What somebody who wants a lease does when he has looked at it. */
sealed interface Move {

  /** There is none: make it. */
  record Create() implements Move {}

  /** Its holder has stopped: write our name into it, if nobody else has written meanwhile. */
  record Take() implements Move {}

  /** Look again later. */
  record StandBy() implements Move {}

  /**
   * Decides.
   *
   * @param seen empty if there is no lease
   * @param us our name
   * @param otherwise for how long a holder may be silent whose lease does not say
   */
  static Move next(Optional<ObservedLease> seen, String us, Duration otherwise, long nanos) {
    return seen.map(
            lease ->
                isOurs(lease, us) || lease.hasExpired(otherwise, nanos)
                    ? new Take()
                    : new StandBy())
        .orElseGet(Create::new);
  }

  /** We wrote it, and the answer was lost. */
  private static boolean isOurs(ObservedLease lease, String us) {
    return lease.terms().holder().filter(us::equals).isPresent();
  }
}
