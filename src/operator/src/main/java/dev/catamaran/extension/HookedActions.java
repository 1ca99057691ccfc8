package dev.catamaran.extension;

import dev.catamaran.api.ChartAction;
import dev.catamaran.release.ReleaseAction;
import java.util.Optional;

/** Maps actions that make revisions to the terms of the extensions' API. Pure. */
final class HookedActions {
  private HookedActions() {}

  /** Returns how an action makes a revision; empty if it makes none. */
  static Optional<ChartAction> of(ReleaseAction action) {
    return switch (action) {
      case ReleaseAction.Install ignored -> Optional.of(ChartAction.INSTALL);
      case ReleaseAction.Reinstall ignored -> Optional.of(ChartAction.INSTALL);
      case ReleaseAction.Upgrade ignored -> Optional.of(ChartAction.UPGRADE);
      case ReleaseAction.Rollback ignored -> Optional.of(ChartAction.ROLLBACK);
      case ReleaseAction.GoBack ignored -> Optional.of(ChartAction.ROLLBACK);
      case ReleaseAction.Complete ignored -> Optional.empty();
      case ReleaseAction.RemoveFailed ignored -> Optional.empty();
      case ReleaseAction.MarkFailed ignored -> Optional.empty();
      case ReleaseAction.Test ignored -> Optional.empty();
      case ReleaseAction.CorrectDrift ignored -> Optional.empty();
      case ReleaseAction.RepairCurrent ignored -> Optional.empty();
      case ReleaseAction.Unlock ignored -> Optional.empty();
      case ReleaseAction.TakeOver ignored -> Optional.empty();
      case ReleaseAction.Refuse ignored -> Optional.empty();
      case ReleaseAction.Refer ignored -> Optional.empty();
      case ReleaseAction.Keep ignored -> Optional.empty();
      case ReleaseAction.Conclude ignored -> Optional.empty();
    };
  }
}
