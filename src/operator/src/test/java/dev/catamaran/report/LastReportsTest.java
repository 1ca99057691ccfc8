package dev.catamaran.report;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.release.Backoff;
import dev.catamaran.report.Consequence.FailureEffect;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.telemetry.PassOutcome;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastReportsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Optional<Backoff> TWICE = Optional.of(new Backoff("input", 2, 0, NOW));
  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);

  private final LastReports reports = new LastReports();

  @Test
  void countsFailuresByTheEffectOfAPass() {
    assertEquals(TWICE, after(FailureEffect.KEEP, "input"));
    assertEquals(Optional.empty(), after(FailureEffect.CLEAR, "input"));
    assertEquals(
        Optional.of(new Backoff("input", 3, 0, NOW)), after(FailureEffect.FAILURE, "input"));
    assertEquals(
        Optional.of(new Backoff("other", 1, 0, NOW)), after(FailureEffect.FAILURE, "other"));
    assertEquals(
        Optional.of(new Backoff("input", 3, 1, NOW)), after(FailureEffect.HINDRANCE, "input"));
  }

  private static Optional<Backoff> after(FailureEffect effect, String input) {
    return Consequence.row(EMPTY, PassOutcome.FAILURE, effect, NextPass.AT_ONCE)
        .failures(TWICE, input, NOW);
  }

  @Test
  void prefersItsOwnFailuresToThoseThatAStatusShows() {
    var shown = EMPTY.failing(TWICE);
    assertEquals(TWICE, reports.failures("uid", shown));
    reports.note("uid", EMPTY);
    assertEquals(Optional.empty(), reports.failures("uid", shown));
    reports.forget("uid");
    assertEquals(TWICE, reports.failures("uid", shown));
  }

  @Test
  void remembersWhatAStatusLacks() {
    var reported = EMPTY.deploying(revision(1, DEPLOYED));
    reports.note("uid", reported);
    assertEquals(reported.deployed(), reports.recall("uid", EMPTY).deployed());
    assertEquals(Optional.empty(), reports.recall("other", EMPTY).deployed());
  }
}
