package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static final Backoff.Delays DELAYS = Duration::ofSeconds;

  @Test
  void usesTheDelayOfTheFailureCount() {
    assertEquals(Duration.ofSeconds(7), new Backoff("a", 7, 0, NOW).delay(DELAYS));
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
  void restartsTheCountWithOtherInput() {
    var before = Optional.of(new Backoff("a", 3, 0, NOW.minusSeconds(60)));
    assertEquals(new Backoff("b", 1, 0, NOW), Backoff.after(before, "b", NOW));
  }

  @Test
  void holdsTheSameInputUntilTheDelayIsOver() {
    var backoff = new Backoff("a", 3, 0, NOW);
    var until = NOW.plusSeconds(3);
    assertEquals(Optional.of(until), backoff.holdUntil(DELAYS, NOW));
    assertEquals(Optional.of(until), backoff.holdUntil(DELAYS, until.minusMillis(1)));
    assertEquals(Optional.empty(), backoff.holdUntil(DELAYS, until));
  }

  /** The clock may have gone back by years. */
  @Test
  void retriesAtOnceAfterAFailureInTheFuture() {
    var backoff = new Backoff("a", 3, 0, NOW);
    assertEquals(Optional.empty(), backoff.holdUntil(DELAYS, NOW.minusMillis(1)));
    assertEquals(Optional.empty(), backoff.holdUntil(DELAYS, NOW.minus(Duration.ofDays(999))));
  }

  @Test
  void countsHindrancesSeparately() {
    var before = Optional.of(new Backoff("a", 3, 1, NOW.minusSeconds(60)));
    var after = Backoff.afterHindrance(before, "a", NOW);
    assertEquals(new Backoff("a", 4, 2, NOW), after);
    assertEquals(2, after.toBlame());
  }

  @Test
  void limitsTheDelayOfHindrances() {
    assertEquals(Duration.ofSeconds(15), new Backoff("a", 8, 8, NOW).delay(n -> LONG));
    assertEquals(Duration.ofMinutes(1), new Backoff("a", 9, 9, NOW).delay(n -> LONG));
  }
}
