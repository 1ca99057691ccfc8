package dev.catamaran.release;

import dev.catamaran.release.ReleaseState.Abandoned;
import dev.catamaran.release.ReleaseState.Absent;
import dev.catamaran.release.ReleaseState.Busy;
import dev.catamaran.release.ReleaseState.Drifted;
import dev.catamaran.release.ReleaseState.Failed;
import dev.catamaran.release.ReleaseState.Foreign;
import dev.catamaran.release.ReleaseState.InSync;
import dev.catamaran.release.ReleaseState.Inherited;
import dev.catamaran.release.ReleaseState.Lost;
import dev.catamaran.release.ReleaseState.OutOfSync;

/** The one next step for the release of a primary that is being deleted. */
public sealed interface RemovalAction {

  /** Delete all that the release made, and its history. */
  record Uninstall() implements RemovalAction {}

  /** The history is gone already: find and delete what names the primary as its owner. */
  record Sweep() implements RemovalAction {}

  /** Somebody else is at work on the release. */
  record AwaitOther(Revision pending) implements RemovalAction {}

  /** Nothing of this primary is left: let it go. */
  record LetGo() implements RemovalAction {}

  /** Chooses the one next step: reads nothing, writes nothing, knows no clock. */
  static RemovalAction next(ReleaseState state) {
    return switch (state) {
      case Absent ignored -> new LetGo();
      case Foreign ignored -> new LetGo();
      case Lost ignored -> new Sweep();
      case Busy(var pending) -> new AwaitOther(pending);
      case Abandoned ignored -> new Uninstall();
      case Inherited ignored -> new Uninstall();
      case OutOfSync ignored -> new Uninstall();
      case Failed ignored -> new Uninstall();
      case Drifted ignored -> new Uninstall();
      case InSync ignored -> new Uninstall();
    };
  }
}
