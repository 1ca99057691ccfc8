package dev.catamaran.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Optional<Backoff> TWICE = Optional.of(new Backoff("input", 2, 0, NOW));
  private static final ReleaseOutcome FAILED = new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no");

  private final Backoffs backoffs = new Backoffs();

  @Test
  void countsFailuresOfTheSameInput() {
    assertEquals(
        Optional.of(new Backoff("input", 3, 0, NOW)),
        backoffs.note("uid", FAILED, TWICE, "input", NOW));
  }

  @Test
  void beginsAnewWithOtherInput() {
    assertEquals(
        Optional.of(new Backoff("other", 1, 0, NOW)),
        backoffs.note("uid", FAILED, TWICE, "other", NOW));
  }

  @Test
  void keepsThemWhileNothingIsTried() {
    var held = new ReleaseOutcome.Held(NOW.plusSeconds(4));
    assertEquals(TWICE, backoffs.note("uid", held, TWICE, "input", NOW));
  }

  @Test
  void keepsThemWhileARevisionIsStillOnTrial() {
    var current = Revisions.revision(2, RevisionStatus.DEPLOYED);
    for (var outcome :
        List.of(
            new ReleaseOutcome.Upgraded(current),
            new ReleaseOutcome.DriftCorrected(current, List.of()),
            new ReleaseOutcome.Progressing(current, NOW))) {
      assertEquals(TWICE, backoffs.note("uid", outcome, TWICE, "input", NOW), outcome::toString);
    }
    var passed = new ReleaseOutcome.Kept(current);
    assertEquals(Optional.empty(), backoffs.note("uid", passed, TWICE, "input", NOW));
  }

  @Test
  void forgetsThemAfterASuccess() {
    var uninstalled = new ReleaseOutcome.Uninstalled(0);
    assertEquals(Optional.empty(), backoffs.note("uid", uninstalled, TWICE, "input", NOW));
  }

  @Test
  void trustsItselfBeforeTheStatus() {
    assertEquals(TWICE, backoffs.of("uid", TWICE));
    backoffs.note("uid", new ReleaseOutcome.Uninstalled(0), TWICE, "input", NOW);
    assertEquals(Optional.empty(), backoffs.of("uid", TWICE));
  }
}
