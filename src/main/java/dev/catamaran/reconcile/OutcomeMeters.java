package dev.catamaran.reconcile;

import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.telemetry.CurrentPass;
import dev.catamaran.telemetry.PassOutcome;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.ReleaseMeters.Repair;
import java.util.List;

/**
 * Measures what became of actions: a release that fails is no exception, so nobody else can tell
 * that its pass failed.
 */
record OutcomeMeters(ReleaseMeters meters) {

  /** Takes note of how the present pass ends. */
  void note(PassOutcome outcome, List<Correction> corrections) {
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
