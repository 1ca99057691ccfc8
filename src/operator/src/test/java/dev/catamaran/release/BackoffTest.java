package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Backoff.Delays DELAYS = Duration::ofSeconds;

  @Test
  void countsFailuresAndHindrancesOfTheSameInput() {
    var before = Optional.of(new Backoff("a", 3, 1, NOW.minusSeconds(60)));
    assertEquals(new Backoff("a", 1, 0, NOW), Backoff.after(Optional.empty(), "a", NOW));
    assertEquals(new Backoff("a", 4, 1, NOW), Backoff.after(before, "a", NOW));
    assertEquals(new Backoff("b", 1, 0, NOW), Backoff.after(before, "b", NOW));
    var hindered = Backoff.afterHindrance(before, "a", NOW);
    assertEquals(new Backoff("a", 4, 2, NOW), hindered);
    assertEquals(2, hindered.toBlame());
  }

  /** The clock may have gone back by years: then it is tried at once. */
  @Test
  void holdsTheSameInputUntilTheDelayIsOver() {
    var backoff = new Backoff("a", 3, 0, NOW);
    var until = NOW.plusSeconds(3);
    assertEquals(Optional.of(until), backoff.holdUntil(DELAYS, NOW));
    assertEquals(Optional.of(until), backoff.holdUntil(DELAYS, until.minusMillis(1)));
    assertEquals(Optional.empty(), backoff.holdUntil(DELAYS, until));
    assertEquals(Optional.empty(), backoff.holdUntil(DELAYS, NOW.minusMillis(1)));
    assertEquals(Optional.empty(), backoff.holdUntil(DELAYS, NOW.minus(Duration.ofDays(999))));
  }

  @Test
  void limitsTheDelayOfHindrances() {
    var minutes = Duration.ofMinutes(5);
    assertEquals(Duration.ofSeconds(7), new Backoff("a", 7, 0, NOW).delay(DELAYS));
    assertEquals(Duration.ofSeconds(15), new Backoff("a", 8, 1, NOW).delay(n -> minutes));
    assertEquals(Duration.ofSeconds(15), new Backoff("a", 8, 8, NOW).delay(n -> minutes));
    assertEquals(Duration.ofMinutes(1), new Backoff("a", 9, 9, NOW).delay(n -> minutes));
  }
}
