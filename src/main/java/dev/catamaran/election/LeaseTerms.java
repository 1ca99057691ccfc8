package dev.catamaran.election;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * What a Lease says. Times in it are of somebody else's clock: that they change is a sign of life,
 * what they are means nothing.
 *
 * @param holder empty if it was given up, or nobody ever held it
 * @param duration for how long the holder may be silent; empty if it does not say
 * @param renewed when, by the holder's clock
 * @param transitions how often the holder changed
 */
record LeaseTerms(
    Optional<String> holder,
    Optional<Duration> duration,
    Optional<ZonedDateTime> renewed,
    int transitions) {

  static LeaseTerms of(Lease lease) {
    var spec = Optional.ofNullable(lease.getSpec()).orElseGet(LeaseSpec::new);
    return new LeaseTerms(
        Optional.ofNullable(spec.getHolderIdentity()).filter(holder -> !holder.isEmpty()),
        Optional.ofNullable(spec.getLeaseDurationSeconds()).map(Duration::ofSeconds),
        Optional.ofNullable(spec.getRenewTime()),
        Optional.ofNullable(spec.getLeaseTransitions()).orElse(0));
  }
}
