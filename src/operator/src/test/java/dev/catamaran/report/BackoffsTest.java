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
  void countsByTheEffectOfAPass() {
    assertEquals(TWICE, note(FailureEffect.KEEP, "input"));
    assertEquals(
        Optional.of(new Backoff("input", 3, 0, NOW)), note(FailureEffect.FAILURE, "input"));
    assertEquals(
        Optional.of(new Backoff("other", 1, 0, NOW)), note(FailureEffect.FAILURE, "other"));
    assertEquals(
        Optional.of(new Backoff("input", 3, 1, NOW)), note(FailureEffect.HINDRANCE, "input"));
  }

  @Test
  void prefersItsOwnCountToTheStatus() {
    assertEquals(TWICE, backoffs.of("uid", TWICE));
    assertEquals(Optional.empty(), note(FailureEffect.CLEAR, "input"));
    assertEquals(Optional.empty(), backoffs.of("uid", TWICE));
  }

  private Optional<Backoff> note(FailureEffect effect, String input) {
    return backoffs.note("uid", effect, TWICE, input, NOW);
  }
}
