package dev.catamaran.observe;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    assertThrows(IllegalStateException.class, this::failedPass);
    trust.begin(PRIMARY, Trusted.nothing(), announced -> {});
    assertEquals(FIRST, trust.of(PRIMARY));
  }

  /** The API server may not answer before the pass has looked at anything. */
  private void failedPass() {
    trust.during(
        PRIMARY,
        () -> {
          trust.begin(PRIMARY, FIRST, announced -> {});
          throw new IllegalStateException("no answer");
        });
  }

  @Test
  void keepsNothingOfAPrimaryThatIsGone() {
    assertThrows(IllegalStateException.class, this::failedPass);
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
