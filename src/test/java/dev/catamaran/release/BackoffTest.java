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
    assertEquals(Duration.ofSeconds(seconds), new Backoff("a", count, NOW).delay());
  }

  @Test
  void beginsWithTheFirstFailure() {
    assertEquals(new Backoff("a", 1, NOW), Backoff.after(Optional.empty(), "a", NOW));
  }

  @Test
  void countsFailuresOfTheSameInput() {
    var before = Optional.of(new Backoff("a", 3, NOW.minusSeconds(60)));
    assertEquals(new Backoff("a", 4, NOW), Backoff.after(before, "a", NOW));
  }

  @Test
  void beginsAnewWithOtherInput() {
    var before = Optional.of(new Backoff("a", 3, NOW.minusSeconds(60)));
    assertEquals(new Backoff("b", 1, NOW), Backoff.after(before, "b", NOW));
  }

  @Test
  void holdsTheSameInputUntilTheDelayIsOver() {
    var backoff = new Backoff("a", 3, NOW);
    var until = NOW.plusSeconds(4);
    assertEquals(Optional.of(until), backoff.holdUntil("a", NOW));
    assertEquals(Optional.of(until), backoff.holdUntil("a", until.minusMillis(1)));
    assertEquals(Optional.empty(), backoff.holdUntil("a", until));
  }

  @Test
  void neverHoldsOtherInput() {
    assertEquals(Optional.empty(), new Backoff("a", 3, NOW).holdUntil("b", NOW));
  }
}
