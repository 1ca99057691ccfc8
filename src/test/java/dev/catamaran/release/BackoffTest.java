package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "2,2",
    "3,4",
    "4,8",
    "5,16",
    "6,32",
    "7,64",
    "8,128",
    "9,256",
    "10,300",
    "11,300",
    "1000,300"
  })
  void doublesFromOneSecondUpToFiveMinutes(int count, int seconds) {
    assertEquals(Duration.ofSeconds(seconds), new Backoff("a", count, 0, NOW).delay());
  }

  @Test
  void beginsWithTheFirstFailure() {
    assertEquals(new Backoff("a", 1, 0, NOW), Backoff.after(Optional.empty(), "a", NOW));
  }

  @Test
  void countsFailuresOfTheSameInput() {
    var before = Optional.of(new Backoff("a", 3, 0, NOW.minusSeconds(60)));
    assertEquals(new Backoff("a", 4, 0, NOW), Backoff.after(before, "a", NOW));
  }

  @Test
  void beginsAnewWithOtherInput() {
    var before = Optional.of(new Backoff("a", 3, 0, NOW.minusSeconds(60)));
    assertEquals(new Backoff("b", 1, 0, NOW), Backoff.after(before, "b", NOW));
  }

  @Test
  void holdsTheSameInputUntilTheDelayIsOver() {
    var backoff = new Backoff("a", 3, 0, NOW);
    var until = NOW.plusSeconds(4);
    assertEquals(Optional.of(until), backoff.holdUntil(NOW));
    assertEquals(Optional.of(until), backoff.holdUntil(until.minusMillis(1)));
    assertEquals(Optional.empty(), backoff.holdUntil(until));
  }

  @Test
  void countsWhatOnlyHinderedApart() {
    var before = Optional.of(new Backoff("a", 3, 1, NOW.minusSeconds(60)));
    var after = Backoff.afterHindrance(before, "a", NOW);
    assertEquals(new Backoff("a", 4, 2, NOW), after);
    assertEquals(2, after.toBlame());
  }

  @Test
  void waitsNotLongForWhatSomebodyIsExpectedToMend() {
    assertEquals(Duration.ofSeconds(15), new Backoff("a", 20, 20, NOW).delay());
  }
}
