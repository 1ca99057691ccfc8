package dev.catamaran.rollout;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.RevisionStatus.SUPERSEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.History;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which stored revision a release had before a rollout to the edition {@code new}. */
class RolloutReturnTest {
  private static final Revision FIRST = of(1, SUPERSEDED, "old");

  private static Revision of(int number, RevisionStatus status, String edition) {
    return Revisions.revision(number, status, Revisions.PRIMARY, input(edition));
  }

  private static Revision copy(int number, RevisionStatus status, String edition) {
    return Revisions.literal(number, status, 1, input(edition));
  }

  private static String input(String edition) {
    return "input." + edition;
  }

  private static Optional<Integer> returned(Instant begin, Revision... stored) {
    var history = new History(List.of(stored));
    return RolloutState.begin(RolloutStepTest.HALTS, "mid", "new", List.of(), begin)
        .before(history, () -> history)
        .map(Revision::restored);
  }

  private static Optional<Integer> returned(Revision... stored) {
    return returned(Revisions.WRITTEN_AT.plusMillis(900), stored);
  }

  @Test
  void isTheNewestGoodOneWithAnotherEdition() {
    assertEquals(Optional.of(1), returned(FIRST, of(2, DEPLOYED, "new")));
    // An edition that failed, and was let pass.
    assertEquals(
        Optional.of(1),
        returned(FIRST, of(2, FAILED, "mid"), copy(3, SUPERSEDED, "old"), of(4, DEPLOYED, "new")));
    assertEquals(Optional.of(1), returned(FIRST, of(2, SUPERSEDED, "new"), of(3, DEPLOYED, "new")));
    assertEquals(Optional.of(1), returned(of(1, DEPLOYED, "old"), of(2, FAILED, "new")));
  }

  @Test
  void isTheSameAfterAnInterruption() {
    var changed = of(2, DEPLOYED, "new");
    assertEquals(Optional.of(1), returned(FIRST, changed, copy(3, FAILED, "old")));
    assertEquals(Optional.of(1), returned(FIRST, changed, copy(3, PENDING_UPGRADE, "old")));
  }

  @Test
  void isNoneOnceTheReleaseIsBack() {
    var changed = of(2, SUPERSEDED, "new");
    var back = copy(3, DEPLOYED, "old");
    assertEquals(Optional.empty(), returned(FIRST, changed, back));
    // What its author changes then is none of the rollout's.
    assertEquals(Optional.empty(), returned(FIRST, changed, back, of(4, FAILED, "old")));
    assertEquals(Optional.empty(), returned());
  }

  @Test
  void isNoneOfARevisionThatIsOlderThanTheRollout() {
    assertEquals(Optional.empty(), returned(of(2, DEPLOYED, "new")));
    var later = Revisions.WRITTEN_AT.plus(Duration.ofMinutes(1));
    assertEquals(Optional.empty(), returned(later, FIRST, of(2, DEPLOYED, "new")));
  }
}
