package dev.catamaran.desired;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.release.ReleaseKey;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimsTest {
  private static final PrimaryKey OWNER = PrimaryKey.of(PRIMARY);
  private static final PrimaryKey RIVAL = new PrimaryKey("other.domain", "Redis", "shop", "cache");
  private static final ReleaseKey ELSEWHERE = new ReleaseKey("shop", "elsewhere");

  private final Claims claims = new Claims();

  @Test
  void concernsTheOwnerOfTheRelease() {
    assertEquals(Set.of(OWNER), claims.concernedBy(revision(1, DEPLOYED)));
    assertEquals(Set.of(), claims.concernedBy(withoutOrigin(1, DEPLOYED)));
  }

  @Test
  void concernsAllPrimariesThatClaimTheRelease() {
    claims.claim(RIVAL, RELEASE);
    claims.claim(OWNER, RELEASE);
    assertEquals(Set.of(OWNER, RIVAL), claims.concernedBy(revision(1, DEPLOYED)));
    assertEquals(Set.of(OWNER, RIVAL), claims.concernedBy(withoutOrigin(1, DEPLOYED)));
  }

  @Test
  void concernsNoPrimaryAfterTheEndOfItsClaim() {
    claims.claim(RIVAL, RELEASE);
    claims.claim(RIVAL, ELSEWHERE);
    claims.claim(OWNER, RELEASE);
    claims.withdraw(OWNER);
    assertEquals(Set.of(), claims.concernedBy(withoutOrigin(1, DEPLOYED)));
  }
}
