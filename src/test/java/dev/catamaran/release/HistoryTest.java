package dev.catamaran.release;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.RevisionStatus.SUPERSEDED;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTest {

  /** Revisions 1, 2, 3, … of these statuses. */
  private static History history(RevisionStatus... statuses) {
    return new History(
        IntStream.range(0, statuses.length).mapToObj(i -> revision(i + 1, statuses[i])).toList());
  }

  private static List<Integer> numbers(List<Revision> revisions) {
    return revisions.stream().map(Revision::number).toList();
  }

  @Test
  void isSortedByNumber() {
    var shuffled =
        Arrays.asList(revision(10, DEPLOYED), revision(2, FAILED), revision(9, SUPERSEDED));
    assertEquals(List.of(2, 9, 10), numbers(new History(shuffled).revisions()));
  }

  @Test
  void hasNothingForAReleaseThatIsNotStored() {
    assertEquals(Optional.empty(), History.none().latest());
    assertEquals(Optional.empty(), History.none().lastDeployed());
  }

  @Test
  void tellsTheNewestRevisionFromTheNewestDeployedOne() {
    var history = history(SUPERSEDED, DEPLOYED, FAILED, PENDING_UPGRADE);
    assertEquals(Optional.of(4), history.latest().map(Revision::number));
    assertEquals(Optional.of(2), history.lastDeployed().map(Revision::number));
  }

  @Test
  void takesTheNewestIfSeveralSayThatTheyAreDeployed() {
    assertEquals(
        Optional.of(3),
        history(DEPLOYED, FAILED, DEPLOYED, FAILED).lastDeployed().map(Revision::number));
  }

  @Test
  void findsTheFailuresSinceTheSuccessBefore() {
    var history = history(FAILED, SUPERSEDED, FAILED, FAILED, DEPLOYED);
    assertEquals(List.of(3, 4), numbers(history.failedJustBefore(revision(5, DEPLOYED))));
  }

  @Test
  void findsAllFailuresBeforeTheFirstSuccess() {
    var history = history(FAILED, FAILED, DEPLOYED);
    assertEquals(List.of(1, 2), numbers(history.failedJustBefore(revision(3, DEPLOYED))));
  }

  @Test
  void findsNoFailuresRightAfterASuccess() {
    var history = history(FAILED, SUPERSEDED, DEPLOYED);
    assertEquals(List.of(), numbers(history.failedJustBefore(revision(3, DEPLOYED))));
  }

  @Test
  void prunesTheOldestBeyondWhatIsKept() {
    var history = history(SUPERSEDED, FAILED, SUPERSEDED, SUPERSEDED, DEPLOYED);
    assertEquals(List.of(1, 2), numbers(history.beyond(3)));
    assertEquals(List.of(), numbers(history.beyond(5)));
    assertEquals(List.of(), numbers(history.beyond(9)));
  }

  @Test
  void neverPrunesWhatIsDeployedOrUnderWay() {
    var history = history(DEPLOYED, PENDING_UPGRADE, FAILED, FAILED);
    assertEquals(List.of(3), numbers(history.beyond(1)));
  }
}
