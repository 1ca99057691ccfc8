package dev.catamaran.report;

import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.telemetry.CurrentPass;
import dev.catamaran.telemetry.PassOutcome;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.ReleaseMeters.Repair;
import java.util.List;

/**
 * Measures the outcomes of actions. A failed release throws no exception, so nothing else detects
 * that its pass failed.
 */
public record OutcomeMeters(ReleaseMeters meters) {

  /** Records the outcome of the present pass. */
  public void note(PassOutcome outcome, List<Correction> corrections) {
    CurrentPass.endsIn(outcome);
    for (var correction : corrections) {
      meters.repaired(
          switch (correction.how()) {
            case RECREATED -> Repair.RECREATED;
            case PATCHED -> Repair.PATCHED;
            case ADOPTED -> Repair.ADOPTED;
          });
    }
  }
}
