package dev.catamaran.release;

/** The one next step for the release of a primary that is being deleted. */
public sealed interface RemovalAction {

  /**
   * Delete all objects of the release, and its history.
   *
   * @param isCollected whether the garbage collector deletes what the primary owns at the same time
   */
  record Uninstall(boolean isCollected) implements RemovalAction {}

  /**
   * The history is missing or unreadable: find and delete the objects that name the primary as
   * owner.
   */
  record Sweep() implements RemovalAction {}

  /**
   * The history is not the operator's own: delete the objects that name the primary, and the
   * history.
   */
  record Discard() implements RemovalAction {}

  /** Another client runs an operation on the release. */
  record AwaitOther(Revision pending) implements RemovalAction {}

  /** Nothing of this primary is left: remove the finalizer. */
  record NothingToRemove() implements RemovalAction {}

  /** A person paused the release. */
  record Rest() implements RemovalAction {}

  /**
   * Chooses the one next step: reads nothing, writes nothing, uses no clock.
   *
   * @param isCollected whether the primary is deleted in the foreground
   */
  static RemovalAction next(Wish wish, ReleaseState state, boolean isCollected) {
    var uninstall = new Uninstall(isCollected);
    return switch (wish) {
      case Wish.Paused ignored -> new Rest();
      case Wish.FollowSpec ignored -> next(state, uninstall);
      case Wish.NewRevision ignored -> next(state, uninstall);
      case Wish.StayAt ignored -> next(state, uninstall);
    };
  }

  private static RemovalAction next(ReleaseState state, Uninstall uninstall) {
    return switch (state) {
      case ReleaseState.Absent ignored -> new NothingToRemove();
      case ReleaseState.Lost ignored -> new Sweep();
      case ReleaseState.Foreign ignored -> new NothingToRemove();
      case ReleaseState.Untrusted ignored -> new Discard();
      case ReleaseState.Unreported ignored -> new Discard();
      case ReleaseState.Inherited ignored -> uninstall;
      case ReleaseState.Busy(var pending) -> new AwaitOther(pending);
      case ReleaseState.Abandoned ignored -> uninstall;
      case ReleaseState.Broken ignored -> uninstall;
      case ReleaseState.Live ignored -> uninstall;
    };
  }
}
