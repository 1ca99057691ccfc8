package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** ElectorTest has leases with all terms. */
class LeaseTermsTest {
  private static final LeaseTerms NOTHING =
      new LeaseTerms(Optional.empty(), Optional.empty(), Optional.empty(), 0);

  /** A person made it, or client-go released it. */
  @Test
  void areNoneOfALeaseWithoutAnyOrWithAnEmptyHolder() {
    assertEquals(NOTHING, LeaseTerms.of(new LeaseBuilder().build()));
    assertEquals(NOTHING, LeaseTerms.of(new LeaseBuilder().withNewSpec().endSpec().build()));
    var released = new LeaseBuilder().withNewSpec().withHolderIdentity("").endSpec().build();
    assertEquals(NOTHING, LeaseTerms.of(released));
  }
}
