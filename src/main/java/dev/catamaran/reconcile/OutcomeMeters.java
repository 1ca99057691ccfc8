package dev.catamaran.reconcile;

import dev.catamaran.release.ReleaseOutcome;
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
  void note(ReleaseOutcome outcome) {
    CurrentPass.endsIn(of(outcome));
    for (var correction : corrections(outcome)) {
      meters.repaired(
          switch (correction.how()) {
            case RECREATED -> Repair.RECREATED;
            case PATCHED -> Repair.PATCHED;
            case ADOPTED -> Repair.ADOPTED;
          });
    }
  }

  static PassOutcome of(ReleaseOutcome outcome) {
    return switch (outcome) {
      case ReleaseOutcome.Failed ignored -> PassOutcome.FAILURE;
      case ReleaseOutcome.Hindered ignored -> PassOutcome.FAILURE;
      case ReleaseOutcome.Stalled ignored -> PassOutcome.STALLED;
      case ReleaseOutcome.Refused ignored -> PassOutcome.STALLED;
      case ReleaseOutcome.Held ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Waiting ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Blocked ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Lingering ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Mended ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Unlocked ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.TakenOver ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.FailureRemoved ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.RolledBack ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Progressing ignored -> PassOutcome.RETRY;
      case ReleaseOutcome.Installed ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.Upgraded ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.WentBack ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.Tested ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.DriftCorrected ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.DriftLeft ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.Contested ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.Kept ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.Paused ignored -> PassOutcome.SUCCESS;
      case ReleaseOutcome.Uninstalled ignored -> PassOutcome.SUCCESS;
    };
  }

  private static List<Correction> corrections(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.DriftCorrected corrected) {
      return corrected.corrections();
    }
    if (outcome instanceof ReleaseOutcome.Mended mended) {
      return mended.corrections();
    }
    return outcome instanceof ReleaseOutcome.Contested contested
        ? contested.corrections()
        : List.of();
  }
}
