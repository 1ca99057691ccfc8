package dev.catamaran.election;

import java.time.Duration;
import java.util.Optional;

/** The next step of an instance that wants a lease and has read it. */
sealed interface Move {

  /** There is no lease: create it. */
  record Create() implements Move {}

  /** Its holder has stopped: write our name into it, unless another client has written since. */
  record Take() implements Move {}

  /** Read it again later. */
  record StandBy() implements Move {}

  /**
   * Decides the next step.
   *
   * @param seen empty if there is no lease
   * @param us our name
   * @param otherwise duration for a lease that contains none
   */
  static Move next(Optional<ObservedLease> seen, String us, Duration otherwise, long nanos) {
    return seen.map(
            lease ->
                isOurs(lease, us) || lease.hasExpired(otherwise, nanos)
                    ? new Take()
                    : new StandBy())
        .orElseGet(Create::new);
  }

  /** Whether we wrote the lease, but the response was lost. */
  private static boolean isOurs(ObservedLease lease, String us) {
    return lease.terms().holder().filter(us::equals).isPresent();
  }
}
