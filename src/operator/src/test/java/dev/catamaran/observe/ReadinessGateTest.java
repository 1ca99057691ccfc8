package dev.catamaran.observe;

import static dev.catamaran.release.Revisions.WRITTEN_AT;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.tested;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.ReleaseObjects.Unready;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision.Tests;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.Watch.Gate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadinessGateTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** The status reports a revision as tried or on trial. Times are seconds since its write. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      nullValues = "-",
      textBlock =
          """
          -         | NONE    | 2 trial | 300 | Pod/a: pending          | -             | InSync
          wait      | NONE    | 2 trial | 299 | Pod/a: pending          | -             | Settling until 300
          wait      | NONE    | 2 trial | 300 | Pod/a: pending          | -             | TrialFailed: not ready within 300 s: Pod/a: pending
          wait      | NONE    | 2 trial | 300 | -                       | -             | InSync
          wait test | NOT_RUN | 2 trial | 0   | Pod/a: pending          | -             | Settling until 300
          wait test | NOT_RUN | 2 trial | 300 | -                       | -             | Untested
          wait test | PASSED  | 2 trial | 300 | -                       | -             | InSync
          wait test | FAILED  | 2 trial | 300 | -                       | -             | TrialFailed: refused by its tests: one of them failed
          wait test | NONE    | 2 tried | 300 | Pod/a: the node is gone | -             | InSync
          wait      | NONE    | 1 tried | 0   | Pod/a: pending          | -             | Settling until 300
          wait      | NONE    | 2 trial | 0   | Pod/a: pending          | Job/b: failed | TrialFailed: never going to be ready: Job/b: failed
          wait      | NONE    | 2 trial | 300 | D/a: pods "a-1" is forbidden: exceeded quota: b  | -             | Settling until 360
          wait      | NONE    | 2 trial | 300 | D/a: pods "a-1" is forbidden: exceeded quota: b  | D/a: pods "a-1" is forbidden: exceeded quota: b | Settling until 360
          """)
  void judgesARevisionOnTrial(
      String gate,
      Tests tests,
      String reported,
      int second,
      String notReady,
      String failed,
      String state) {
    var current = tested(revision(2, RevisionStatus.DEPLOYED), tests);
    var observed =
        gate(gate, notReady, failed)
            .of(current, deployed(reported), WRITTEN_AT.plusSeconds(second));

    assertEquals(state, described(observed));
  }

  private static String described(ReleaseState state) {
    var name = state.getClass().getSimpleName();
    return switch (state) {
      case ReleaseState.Settling(var current, var deadline) ->
          name + " until " + Duration.between(WRITTEN_AT, deadline).toSeconds();
      case ReleaseState.TrialFailed(var current, var why) -> name + ": " + why;
      default -> name;
    };
  }

  @Test
  void isOutstandingUntilTheStatusReportsItsEnd() {
    var current = revision(2, RevisionStatus.DEPLOYED);
    var readiness = gate("wait", null, null);
    for (var reported :
        List.of(Optional.<Deployed>empty(), deployed("1 tried"), deployed("2 trial"))) {
      assertTrue(readiness.isOutstanding(current, reported));
    }
    assertFalse(readiness.isOutstanding(current, deployed("2 tried")));
    assertFalse(gate(null, null, null).isOutstanding(current, deployed("2 trial")));
  }

  private static ReadinessGate gate(String gate, String notReady, String failed) {
    var demands = Stream.ofNullable(gate).flatMap(text -> Stream.of(text.split(" "))).toList();
    return new ReadinessGate(
        new Gate(demands.contains("wait"), demands.contains("test"), TIMEOUT),
        revision ->
            Stream.concat(
                    Stream.ofNullable(notReady).map(text -> new Unready(text, false)),
                    Stream.ofNullable(failed).map(text -> new Unready(text, true)))
                .toList());
  }

  private static Optional<Deployed> deployed(String reported) {
    int number = Integer.parseInt(reported.substring(0, 1));
    boolean isOnTrial = reported.endsWith("trial");
    return Optional.of(new Deployed("shop", "cache", number, "c", "1", "1", "input", isOnTrial));
  }
}
