package dev.catamaran.release;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.RevisionStatus.SUPERSEDED;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withManifest;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {
  @Test
  void hasItsRevisionsInOrderAndTheNewestResourceVersion() {
    var shuffled = List.of(revision(10, DEPLOYED), revision(2, FAILED), revision(9, SUPERSEDED));
    assertEquals("2 9 10", numbers(new History(shuffled).revisions()));
    assertEquals(Optional.of(10), new History(shuffled).latest().map(Revision::number));
    assertEquals(Optional.empty(), History.none().latest());
    var first = Revisions.ended(revision(1, SUPERSEDED), Map.of(), "1002");
    var second = Revisions.ended(revision(2, DEPLOYED), Map.of(), "999");
    assertEquals("1002", new History(List.of(first, second)).version());
    assertEquals("", History.none().version());
  }

  /** Revisions 1, 2, 3 … by their status: s(uperseded), f(ailed), d(eployed), p(ending). */
  @ParameterizedTest
  @CsvSource({
    "4, sdff,  2",
    "3, sff,   1",
    "2, ff,    ",
    "2, '',    ",
  })
  void findsTheNewestSuccessBeforeAFailure(int failed, String history, Integer success) {
    assertEquals(Optional.ofNullable(success), goodBefore(failed, history(history)));
  }

  /** The revisions after a superseded one may be lost or unknown. */
  @ParameterizedTest
  @CsvSource({"sdfsd, 2", "sd,    ''", "ds,    1", "ddf,   1", "df,    ''", "dp,    ''"})
  void findsOlderRevisionsThatStillCountAsDeployed(String history, String outlived) {
    assertEquals(outlived, numbers(history(history).outlived()));
  }

  /** Neither deployed nor pending ones, nor the target of a rollback, also of a failed trial. */
  @ParameterizedTest
  @CsvSource({
    "sfssd, 3, false, 1 2",
    "sfssd, 5, false, ''",
    "sfssd, 9, false, ''",
    "dpff,  1, false, 3",
    "ssfff, 2, false, 1 3 4",
    "sfd,   1, true,  2",
    "ssd,   1, true,  1",
    "sdf,   1, true,  ''"
  })
  void prunesTheOldestBeyondTheLimit(String history, int limit, boolean hasTrial, String pruned) {
    assertEquals(pruned, numbers(history(history).beyond(HistoryLimit.of(limit, hasTrial))));
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
    assertEquals("2 3", numbers(history.beyond(HistoryLimit.of(1, /* hasTrial= */ false))));
    var other = marked(revision(3, FAILED), SUPERSEDED, "after the Upgrade \"x\" failed: again");
    assertEquals(
        Optional.of(3), goodBefore(4, new History(List.of(revision(1, SUPERSEDED), other))));
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

  /**
   * A rollback after a failed upgrade leaves two revisions with the objects of the deployed one.
   */
  @Test
  void findsTheNewestSuccessWithOtherObjects() {
    var current = withManifest(5, DEPLOYED, "b");
    var history =
        new History(
            List.of(
                withManifest(1, SUPERSEDED, "a"),
                withManifest(2, FAILED, "x"),
                withManifest(3, SUPERSEDED, "b"),
                withManifest(4, FAILED, "c"),
                current,
                withManifest(6, PENDING_UPGRADE, "d")));
    assertEquals(Optional.of(1), history.lastOtherBefore(current).map(Revision::number));
    assertEquals(
        Optional.empty(),
        new History(List.of(history.revisions().get(2))).lastOtherBefore(current));
  }

  /** Of five attempts with their rollbacks, the last stays, whatever the limit. */
  @Test
  void replacesAFailedAttemptAndItsRollbackByThoseOfTheRetry() {
    var revisions = new ArrayList<Revision>();
    for (int number = 1; number <= 5; number++) {
      revisions.add(literal(number, SUPERSEDED, 100 + number, "input"));
    }
    for (int number = 6; number <= 14; number += 2) {
      revisions.add(revision(number, FAILED));
      revisions.add(literal(number + 1, number == 14 ? DEPLOYED : SUPERSEDED, 5, "input"));
    }
    var history = new History(revisions);
    var gone = history.beyond(HistoryLimit.of(10, /* hasTrial= */ false));
    assertEquals("6 7 8 9 10 11 12 13", numbers(gone));
  }

  @Test
  void keepsTheDistinctSuccessesLongest() {
    var history =
        new History(
            List.of(
                withManifest(1, SUPERSEDED, "a"),
                withManifest(2, SUPERSEDED, "b"),
                withManifest(3, SUPERSEDED, "c"),
                withManifest(4, FAILED, "x"),
                withManifest(5, DEPLOYED, "b"),
                revision(6, FAILED),
                revision(7, FAILED)));
    for (var row : Map.of(6, "4", 5, "4 6", 4, "2 4 6", 3, "1 2 4 6", 2, "1 2 3 4 6").entrySet()) {
      var limit = HistoryLimit.of(row.getKey(), /* hasTrial= */ false);
      assertEquals(row.getValue(), numbers(history.beyond(limit)), "" + limit);
    }
    assertEquals("", numbers(history.beyond(HistoryLimit.of(7, /* hasTrial= */ false))));
  }

  private static History history(String statuses) {
    return new History(
        IntStream.range(0, statuses.length())
            .mapToObj(i -> revision(i + 1, status(statuses.charAt(i))))
            .toList());
  }

  private static RevisionStatus status(char letter) {
    return switch (letter) {
      case 's' -> SUPERSEDED;
      case 'f' -> FAILED;
      case 'd' -> DEPLOYED;
      default -> PENDING_UPGRADE;
    };
  }

  private static Optional<Integer> goodBefore(int failed, History history) {
    return history.lastGoodBefore(revision(failed, FAILED)).map(Revision::number);
  }

  private static String numbers(List<Revision> revisions) {
    return revisions.stream()
        .map(revision -> Integer.toString(revision.number()))
        .collect(Collectors.joining(" "));
  }
}
