package dev.catamaran.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.Backoff;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Optional<Backoff> TWICE = Optional.of(new Backoff("input", 2, 0, NOW));

  private final Backoffs backoffs = new Backoffs();

  @Test
  void countsFailuresOfTheSameInput() {
    assertEquals(
        Optional.of(new Backoff("input", 3, 0, NOW)),
        backoffs.note("uid", FailureEffect.FAILURE, TWICE, "input", NOW));
  }

  @Test
  void countsFromOneForAnotherInput() {
    assertEquals(
        Optional.of(new Backoff("other", 1, 0, NOW)),
        backoffs.note("uid", FailureEffect.FAILURE, TWICE, "other", NOW));
  }

  @Test
  void countsHindrancesSeparately() {
    assertEquals(
        Optional.of(new Backoff("input", 3, 1, NOW)),
        backoffs.note("uid", FailureEffect.HINDRANCE, TWICE, "input", NOW));
  }

  @Test
  void keepsTheCountWithoutAnAttempt() {
    assertEquals(TWICE, backoffs.note("uid", FailureEffect.KEEP, TWICE, "input", NOW));
  }

  @Test
  void clearsTheCountAfterASuccess() {
    assertEquals(Optional.empty(), backoffs.note("uid", FailureEffect.CLEAR, TWICE, "input", NOW));
  }

  @Test
  void prefersItsOwnCountToTheStatus() {
    assertEquals(TWICE, backoffs.of("uid", TWICE));
    backoffs.note("uid", FailureEffect.CLEAR, TWICE, "input", NOW);
    assertEquals(Optional.empty(), backoffs.of("uid", TWICE));
  }
}
