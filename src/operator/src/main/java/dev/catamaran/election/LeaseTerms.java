package dev.catamaran.election;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * The content of a Lease. Its times come from another machine's clock: their change shows that the
 * holder runs, but their values mean nothing.
 *
 * @param holder empty if the lease was released, or never had a holder
 * @param duration maximum time between two renewals; empty if the lease does not contain it
 * @param renewed time of the last renewal, by the holder's clock
 * @param transitions number of changes of the holder
 */
public record LeaseTerms(
    Optional<String> holder,
    Optional<Duration> duration,
    Optional<ZonedDateTime> renewed,
    int transitions) {

  public static LeaseTerms of(Lease lease) {
    var spec = Optional.ofNullable(lease.getSpec()).orElseGet(LeaseSpec::new);
    return new LeaseTerms(
        Optional.ofNullable(spec.getHolderIdentity()).filter(holder -> !holder.isEmpty()),
        Optional.ofNullable(spec.getLeaseDurationSeconds()).map(Duration::ofSeconds),
        Optional.ofNullable(spec.getRenewTime()),
        Optional.ofNullable(spec.getLeaseTransitions()).orElse(0));
  }
}
