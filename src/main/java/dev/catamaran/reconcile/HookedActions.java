package dev.catamaran.reconcile;

import dev.catamaran.api.ChartAction;
import dev.catamaran.api.ReleaseSummary;
import dev.catamaran.api.ReleaseSummary.ReleaseObject;
import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.Revision;
import java.util.Optional;

/** Which actions make revisions, in the words of the extensions' API. Pure. */
final class HookedActions {
  private HookedActions() {}

  /** A revision that an outcome speaks of. */
  record Made(ReleaseKey release, ReleaseSummary summary) {}

  /** What an action makes a revision by; empty if it makes none. */
  static Optional<ChartAction> of(ReleaseAction action) {
    return switch (action) {
      case ReleaseAction.Install ignored -> Optional.of(ChartAction.INSTALL);
      case ReleaseAction.Reinstall ignored -> Optional.of(ChartAction.INSTALL);
      case ReleaseAction.Upgrade ignored -> Optional.of(ChartAction.UPGRADE);
      case ReleaseAction.Recreate(var failed, var ignored) ->
          Optional.of(failed.isLiteral() ? ChartAction.ROLLBACK : ChartAction.UPGRADE);
      case ReleaseAction.Rollback ignored -> Optional.of(ChartAction.ROLLBACK);
      case ReleaseAction.GoBack ignored -> Optional.of(ChartAction.ROLLBACK);
      case ReleaseAction.RemoveFailed ignored -> Optional.empty();
      case ReleaseAction.Condemn ignored -> Optional.empty();
      case ReleaseAction.Test ignored -> Optional.empty();
      case ReleaseAction.CorrectDrift ignored -> Optional.empty();
      case ReleaseAction.Mend ignored -> Optional.empty();
      case ReleaseAction.Unlock ignored -> Optional.empty();
      case ReleaseAction.Hold ignored -> Optional.empty();
      case ReleaseAction.Stall ignored -> Optional.empty();
      case ReleaseAction.AwaitOther ignored -> Optional.empty();
      case ReleaseAction.AwaitDependencies ignored -> Optional.empty();
      case ReleaseAction.AwaitTruce ignored -> Optional.empty();
      case ReleaseAction.TakeOver ignored -> Optional.empty();
      case ReleaseAction.AwaitReadiness ignored -> Optional.empty();
      case ReleaseAction.Refuse ignored -> Optional.empty();
      case ReleaseAction.Rest ignored -> Optional.empty();
      case ReleaseAction.Keep ignored -> Optional.empty();
    };
  }

  /** The revision that was made; empty if none was. */
  static Optional<Made> summary(ReleaseOutcome outcome) {
    return switch (outcome) {
      case ReleaseOutcome.Installed(var current) -> made(ChartAction.INSTALL, current);
      case ReleaseOutcome.Upgraded(var current) -> made(ChartAction.UPGRADE, current);
      case ReleaseOutcome.RolledBack(var current) -> made(ChartAction.ROLLBACK, current);
      case ReleaseOutcome.WentBack(var current) -> made(ChartAction.ROLLBACK, current);
      case ReleaseOutcome.FailureRemoved ignored -> Optional.empty();
      case ReleaseOutcome.Tested ignored -> Optional.empty();
      case ReleaseOutcome.Unlocked ignored -> Optional.empty();
      case ReleaseOutcome.DriftCorrected ignored -> Optional.empty();
      case ReleaseOutcome.Contested ignored -> Optional.empty();
      case ReleaseOutcome.TakenOver ignored -> Optional.empty();
      case ReleaseOutcome.Mended ignored -> Optional.empty();
      case ReleaseOutcome.DriftLeft ignored -> Optional.empty();
      case ReleaseOutcome.Kept ignored -> Optional.empty();
      case ReleaseOutcome.Progressing ignored -> Optional.empty();
      case ReleaseOutcome.Lingering ignored -> Optional.empty();
      case ReleaseOutcome.Uninstalled ignored -> Optional.empty();
      case ReleaseOutcome.Failed ignored -> Optional.empty();
      case ReleaseOutcome.Hindered ignored -> Optional.empty();
      case ReleaseOutcome.Stalled ignored -> Optional.empty();
      case ReleaseOutcome.Blocked ignored -> Optional.empty();
      case ReleaseOutcome.Paused ignored -> Optional.empty();
      case ReleaseOutcome.Held ignored -> Optional.empty();
      case ReleaseOutcome.Waiting ignored -> Optional.empty();
      case ReleaseOutcome.Refused ignored -> Optional.empty();
    };
  }

  private static Optional<Made> made(ChartAction action, Revision revision) {
    return Optional.of(
        new Made(
            revision.release(),
            new ReleaseSummary(
                action,
                revision.number(),
                revision.chart().name(),
                revision.chart().version(),
                revision.chart().appVersion(),
                revision.notes(),
                revision.manifest().readable().stream().map(HookedActions::object).toList())));
  }

  private static ReleaseObject object(ManifestObject object) {
    var key = object.key();
    return new ReleaseObject(key.apiVersion(), key.kind(), key.namespace(), key.name());
  }
}
