package dev.catamaran.composite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.composite.Progress.Desired;
import dev.catamaran.telemetry.PassOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Desired DESIRED = new Desired("uid", 3, false);
  private static final PartState WELL = PartState.wellUntil(NOW.plusSeconds(10));
  private static final PartState FAILING = new PartState(4, NOW.plusSeconds(60), false);

  @Test
  void wakesAtTheEarliestTimeOfItsParts() {
    var progress = progress(FAILING, WELL);
    assertEquals(NOW.plusSeconds(10), progress.wake());
    assertEquals(Duration.ofMillis(10_001), progress.untilWake(NOW));
  }

  /**
   * A timer counts from the start of the current millisecond. An event causes a pass before that
   * time.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500_000, 999_999})
  void isNotWokenBeforeItsTime(int nanos) {
    var now = NOW.plusNanos(nanos);
    for (var wake : List.of(now.plusMillis(100), now.plusMillis(100).plusNanos(1))) {
      var progress = Progress.none(DESIRED, 1).after(List.of(PartState.wellUntil(wake)));
      var fires = now.truncatedTo(ChronoUnit.MILLIS).plus(progress.untilWake(now));
      assertFalse(fires.isBefore(wake), fires::toString);
    }
  }

  @Test
  void doesNotRunAFailingPartAtTheTimerOfAnother() {
    assertEquals(List.of(1), turns(progress(FAILING, WELL), NOW.plusSeconds(10)));
  }

  @Test
  void forgetsFailuresOfAnEarlierGeneration() {
    var progress = progress(FAILING, WELL).towards(new Desired("uid", 4, false));
    assertEquals(List.of(0, 1), turns(progress, NOW.plusSeconds(10)));
    assertEquals(0, progress.parts().getFirst().failures());
  }

  @Test
  void forgetsFailuresWhenCleanupBegins() {
    var progress = progress(FAILING, WELL).towards(new Desired("uid", 3, true));
    assertEquals(List.of(0, 1), turns(progress, NOW.plusSeconds(10)));
  }

  @Test
  void startsAgainWithAnotherObjectOfTheSameName() {
    var other = new Desired("another", 3, false);
    assertEquals(Progress.none(other, 1), progress(PartState.cleanedUp()).towards(other));
  }

  @Test
  void doesNotRunAPartAfterItsCleanup() {
    var progress = progress(PartState.cleanedUp(), FAILING);
    assertEquals(List.of(1), turns(progress, NOW.plusSeconds(60)));
    assertEquals(NOW.plusSeconds(60), progress.wake());
    assertEquals(false, progress.isDone());
    assertEquals(true, progress(PartState.cleanedUp(), PartState.cleanedUp()).isDone());
    assertEquals(true, progress.towards(new Desired("uid", 9, true)).parts().getFirst().done());
  }

  @Test
  void distinguishesANewFailureFromAWaitingRetry() {
    var before = progress(FAILING, WELL);
    assertEquals(Optional.empty(), progress(WELL, WELL).outcome(before));
    assertEquals(Optional.of(PassOutcome.RETRY), progress(FAILING, WELL).outcome(before));
    var again = new PartState(5, NOW.plusSeconds(120), false);
    assertEquals(Optional.of(PassOutcome.FAILURE), progress(again, WELL).outcome(before));
  }

  private static Progress progress(PartState... states) {
    return Progress.none(DESIRED, states.length).after(List.of(states));
  }

  private static List<Integer> turns(Progress progress, Instant now) {
    return IntStream.range(0, progress.parts().size())
        .filter(part -> progress.isDue(part, now))
        .boxed()
        .toList();
  }
}
