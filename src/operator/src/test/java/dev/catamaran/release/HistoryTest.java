package dev.catamaran.release;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.RevisionStatus.SUPERSEDED;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {

  /** Revisions 1, 2, 3, … of these statuses. */
  private static History history(RevisionStatus... statuses) {
    return new History(
        IntStream.range(0, statuses.length).mapToObj(i -> revision(i + 1, statuses[i])).toList());
  }

  private static List<Integer> numbers(List<Revision> revisions) {
    return revisions.stream().map(Revision::number).toList();
  }

  private static HistoryLimit keeping(int revisions) {
    return HistoryLimit.of(revisions, /* hasTrial= */ false);
  }

  @Test
  void hasTheNewestResourceVersion() {
    var first = Revisions.ended(revision(1, SUPERSEDED), Map.of(), "1002");
    var second = Revisions.ended(revision(2, DEPLOYED), Map.of(), "999");
    assertEquals("1002", new History(List.of(first, second)).version());
    assertEquals("", History.none().version());
  }

  @Test
  void isSortedByNumber() {
    var shuffled =
        Arrays.asList(revision(10, DEPLOYED), revision(2, FAILED), revision(9, SUPERSEDED));
    assertEquals(List.of(2, 9, 10), numbers(new History(shuffled).revisions()));
  }

  @Test
  void isEmptyForAMissingRelease() {
    assertEquals(Optional.empty(), History.none().latest());
    assertEquals(
        Optional.empty(), History.none().lastGoodBefore(revision(2, FAILED)).map(Revision::number));
  }

  @Test
  void findsTheNewestSuccessBeforeAFailure() {
    var afterAFailure = history(SUPERSEDED, DEPLOYED, FAILED, FAILED);
    assertEquals(Optional.of(4), afterAFailure.latest().map(Revision::number));
    assertEquals(Optional.of(2), goodBefore(4, afterAFailure));
    assertEquals(Optional.of(1), goodBefore(3, history(SUPERSEDED, FAILED, FAILED)));
    assertEquals(Optional.empty(), goodBefore(2, history(FAILED, FAILED)));
  }

  /** Without a deployed revision, Helm upgrades from a failed one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Upgrade \"cache\" failed: port 99999 is invalid",
        "Release \"cache\" failed: port 99999 is invalid",
        "Rollback \"cache\" failed: port 99999 is invalid",
        "Abandoned while pending-upgrade"
      })
  void doesNotTakeASupersededFailureForASuccess(String description) {
    var history =
        new History(
            List.of(
                revision(1, SUPERSEDED),
                revision(2, FAILED),
                marked(revision(3, FAILED), SUPERSEDED, description),
                revision(4, FAILED)));
    assertEquals(Optional.of(1), goodBefore(4, history));
    assertEquals(List.of(2, 3), numbers(history.failedJustBefore(revision(4, DEPLOYED))));
    assertEquals(List.of(2, 3), numbers(history.beyond(keeping(1))));
  }

  @Test
  void takesASupersededRevisionWithAnyOtherDescriptionForASuccess() {
    var history =
        new History(
            List.of(
                revision(1, SUPERSEDED),
                marked(revision(2, DEPLOYED), SUPERSEDED, "after the Upgrade \"x\" failed: again"),
                revision(3, FAILED)));
    assertEquals(Optional.of(2), goodBefore(3, history));
  }

  private static Optional<Integer> goodBefore(int failed, History history) {
    return history.lastGoodBefore(revision(failed, FAILED)).map(Revision::number);
  }

  @Test
  void findsTheFailuresSinceThePreviousSuccess() {
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
  void findsTheNewestCopyOfARevisionThatIsNotStoredAnyMore() {
    var copied =
        new History(
            List.of(
                revision(3, SUPERSEDED),
                literal(4, SUPERSEDED, 1, "input"),
                literal(5, FAILED, 1, "input"),
                literal(6, DEPLOYED, 3, "input")));
    assertEquals(Optional.of(5), copied.withObjectsOf(1).map(Revision::number));
    assertEquals(Optional.of(3), copied.withObjectsOf(3).map(Revision::number));
    assertEquals(Optional.empty(), copied.withObjectsOf(2));
  }

  @Test
  void prunesTheOldestBeyondTheLimit() {
    var history = history(SUPERSEDED, FAILED, SUPERSEDED, SUPERSEDED, DEPLOYED);
    assertEquals(List.of(1, 2), numbers(history.beyond(keeping(3))));
    assertEquals(List.of(), numbers(history.beyond(keeping(5))));
    assertEquals(List.of(), numbers(history.beyond(keeping(9))));
  }

  /** Five attempts with their rollbacks leave the earlier revisions of other inputs in place. */
  @Test
  void countsTheAttemptsOfOneInputOnce() {
    var revisions = new ArrayList<Revision>();
    for (int number = 1; number <= 5; number++) {
      revisions.add(literal(number, SUPERSEDED, 100 + number, "input"));
    }
    for (int number = 6; number <= 14; number += 2) {
      revisions.add(revision(number, FAILED));
      revisions.add(literal(number + 1, number == 14 ? DEPLOYED : SUPERSEDED, 5, "input"));
    }
    var history = new History(revisions);

    var kept = numbers(history.without(history.beyond(keeping(10))));

    assertEquals(List.of(1, 2, 3, 4, 5, 11, 12, 13, 14, 15), kept);
  }

  @Test
  void neverPrunesDeployedOrPendingRevisions() {
    var history = history(DEPLOYED, PENDING_UPGRADE, FAILED, FAILED);
    assertEquals(List.of(3), numbers(history.beyond(keeping(1))));
  }

  @Test
  void findsOlderRevisionsThatStillCountAsDeployed() {
    assertEquals(
        List.of(2),
        numbers(history(SUPERSEDED, DEPLOYED, FAILED, SUPERSEDED, DEPLOYED).outlived()));
    assertEquals(List.of(), numbers(history(SUPERSEDED, DEPLOYED).outlived()));
    // The revisions after the superseded one may be lost or unknown.
    assertEquals(List.of(1), numbers(history(DEPLOYED, SUPERSEDED).outlived()));
    assertEquals(List.of(1), numbers(history(DEPLOYED, DEPLOYED, FAILED).outlived()));
    // The older revision runs.
    assertEquals(List.of(), numbers(history(DEPLOYED, FAILED).outlived()));
    assertEquals(List.of(), numbers(history(DEPLOYED, PENDING_UPGRADE).outlived()));
  }

  @Test
  void neverPrunesTheTargetOfARollback() {
    var history = history(SUPERSEDED, SUPERSEDED, FAILED, FAILED, FAILED);
    assertEquals(List.of(1, 3, 4), numbers(history.beyond(keeping(2))));
  }

  @Test
  void neverPrunesTheTargetOfARollbackAfterAFailedTrial() {
    var trial = HistoryLimit.of(1, /* hasTrial= */ true);
    assertEquals(List.of(2), numbers(history(SUPERSEDED, FAILED, DEPLOYED).beyond(trial)));
    assertEquals(List.of(1), numbers(history(SUPERSEDED, SUPERSEDED, DEPLOYED).beyond(trial)));
    assertEquals(List.of(), numbers(history(SUPERSEDED, DEPLOYED, FAILED).beyond(trial)));
  }
}
