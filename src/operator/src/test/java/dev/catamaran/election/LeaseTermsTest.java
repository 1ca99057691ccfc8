package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseTermsTest {
  private static final ZonedDateTime NOON =
      ZonedDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.UTC);
  private static final LeaseTerms NOTHING =
      new LeaseTerms(Optional.empty(), Optional.empty(), Optional.empty(), 0);

  @Test
  void readsAllTermsOfALease() {
    var lease =
        new LeaseBuilder()
            .withNewSpec()
            .withHolderIdentity("other")
            .withLeaseDurationSeconds(15)
            .withRenewTime(NOON)
            .withLeaseTransitions(7)
            .endSpec()
            .build();

    assertEquals(
        new LeaseTerms(
            Optional.of("other"), Optional.of(Duration.ofSeconds(15)), Optional.of(NOON), 7),
        LeaseTerms.of(lease));
  }

  @Test
  void readsALeaseThatAPersonMadeWithoutAnything() {
    assertEquals(NOTHING, LeaseTerms.of(new LeaseBuilder().build()));
    assertEquals(NOTHING, LeaseTerms.of(new LeaseBuilder().withNewSpec().endSpec().build()));
  }

  /** Client-go writes an empty name when it releases a lease. */
  @Test
  void takesAnEmptyNameForNoHolder() {
    var released = new LeaseBuilder().withNewSpec().withHolderIdentity("").endSpec().build();

    assertEquals(NOTHING, LeaseTerms.of(released));
  }
}
