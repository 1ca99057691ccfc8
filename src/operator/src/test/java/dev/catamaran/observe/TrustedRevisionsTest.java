package dev.catamaran.observe;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revisions;
import dev.catamaran.release.Trusted;
import org.junit.jupiter.api.Test;

class TrustedRevisionsTest {
  private static final PrimaryIdentity PRIMARY = Revisions.PRIMARY;
  private static final Trusted FIRST = Trusted.nothing().with(revision(1, DEPLOYED));

  private final TrustedRevisions trust = new TrustedRevisions(attempt -> attempt);

  @Test
  void leavesToTheNextPassWhatAFailedOneTrusted() {
    trust.begin(PRIMARY, FIRST, announced -> {});
    trust.leave(PRIMARY);
    trust.begin(PRIMARY, Trusted.nothing(), announced -> {});
    assertEquals(FIRST, trust.of(PRIMARY));
  }

  @Test
  void keepsNothingOfAPrimaryThatIsGone() {
    trust.begin(PRIMARY, FIRST, announced -> {});
    trust.leave(PRIMARY);
    trust.forget(PRIMARY);
    assertEquals(Trusted.nothing(), trust.of(PRIMARY));
  }

  /** The pass uninstalls what it made. */
  @Test
  void letsAPassOverAPrimaryThatIsGoneEnd() {
    trust.begin(PRIMARY, FIRST, announced -> {});
    trust.forget(PRIMARY);
    assertEquals(FIRST, trust.of(PRIMARY));
    trust.end(PRIMARY);
    assertEquals(Trusted.nothing(), trust.of(PRIMARY));
  }
}
