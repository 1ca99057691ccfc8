package dev.catamaran.release;

/** The one next step for the release of a primary that is being deleted. */
public sealed interface RemovalAction {

  /** Delete all that the release made, and its history. */
  record Uninstall() implements RemovalAction {}

  /**
   * The history is gone, or cannot be read: find and delete what names the primary as its owner.
   */
  record Sweep() implements RemovalAction {}

  /** The history is not the operator's own: delete what names the primary, and the history. */
  record Discard() implements RemovalAction {}

  /** Somebody else is at work on the release. */
  record AwaitOther(Revision pending) implements RemovalAction {}

  /** Nothing of this primary is left: let it go. */
  record LetGo() implements RemovalAction {}

  /** A person asked to leave it alone. */
  record Rest() implements RemovalAction {}

  /** Chooses the one next step: reads nothing, writes nothing, knows no clock. */
  static RemovalAction next(Wish wish, ReleaseState state) {
    return switch (wish) {
      case Wish.Paused ignored -> new Rest();
      case Wish.FollowSpec ignored -> next(state);
      case Wish.NewRevision ignored -> next(state);
      case Wish.StayAt ignored -> next(state);
    };
  }

  private static RemovalAction next(ReleaseState state) {
    return switch (state) {
      case ReleaseState.Absent ignored -> new LetGo();
      case ReleaseState.Foreign ignored -> new LetGo();
      case ReleaseState.Lost ignored -> new Sweep();
      case ReleaseState.Busy(var pending) -> new AwaitOther(pending);
      case ReleaseState.Abandoned ignored -> new Uninstall();
      case ReleaseState.Unbelieved ignored -> new Discard();
      case ReleaseState.Inherited ignored -> new Uninstall();
      case ReleaseState.Unfinished ignored -> new Uninstall();
      case ReleaseState.FailedInstall ignored -> new Uninstall();
      case ReleaseState.FailedUpgrade ignored -> new Uninstall();
      case ReleaseState.FailedRollback ignored -> new Uninstall();
      case ReleaseState.Obstructed ignored -> new Uninstall();
      case ReleaseState.OutOfSync ignored -> new Uninstall();
      case ReleaseState.Unfit ignored -> new Uninstall();
      case ReleaseState.Settling ignored -> new Uninstall();
      case ReleaseState.Untested ignored -> new Uninstall();
      case ReleaseState.Drifted ignored -> new Uninstall();
      case ReleaseState.Contested ignored -> new Uninstall();
      case ReleaseState.InSync ignored -> new Uninstall();
    };
  }
}
