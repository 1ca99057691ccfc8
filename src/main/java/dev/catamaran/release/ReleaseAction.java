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
import java.time.Instant;
import java.util.List;

/** The one next step for a release that is wanted; {@link RemovalAction} is for one that is not. */
public sealed interface ReleaseAction {

  /** Make the first revision. */
  record Install() implements ReleaseAction {}

  /** Make a further revision on top of {@code current}. */
  record Upgrade(Revision current) implements ReleaseAction {}

  /** Make a Go operator's revision our own; nothing is rendered or applied. */
  record TakeOver(Revision inherited) implements ReleaseAction {}

  /** Mark an abandoned revision as failed, so that Helm works again. */
  record Unlock(Revision pending) implements ReleaseAction {}

  /** Put the objects back to what the manifest says. */
  record CorrectDrift(Revision current, List<Drift> drifts) implements ReleaseAction {
    /** Copies the list. */
    public CorrectDrift {
      drifts = List.copyOf(drifts);
    }
  }

  /** Not before {@code until}: the same input failed shortly before. */
  record Hold(Instant until) implements ReleaseAction {}

  /** Somebody else is at work on the release. */
  record AwaitOther(Revision pending) implements ReleaseAction {}

  /** A person must decide: the name belongs to a release that is not this primary's. */
  record Refuse(Revision foreign) implements ReleaseAction {}

  /** Nothing to do: nothing is called, rendered or written. */
  record Keep(Revision current) implements ReleaseAction {}

  /** Chooses the one next step: reads nothing, writes nothing, knows no clock. */
  static ReleaseAction next(Observation seen) {
    return switch (seen.state()) {
      case Absent ignored -> unlessHeld(seen, new Install());
      case Lost ignored -> unlessHeld(seen, new Install());
      case Foreign(var current) -> new Refuse(current);
      case Inherited(var current) -> new TakeOver(current);
      case Busy(var pending) -> new AwaitOther(pending);
      case Abandoned(var pending) -> new Unlock(pending);
      case OutOfSync(var current) -> unlessHeld(seen, new Upgrade(current));
      case Failed(var failed) -> unlessHeld(seen, new Upgrade(failed));
      case Drifted(var current, var drifts) -> unlessHeld(seen, new CorrectDrift(current, drifts));
      case InSync(var current) -> new Keep(current);
    };
  }

  private static ReleaseAction unlessHeld(Observation seen, ReleaseAction action) {
    return seen.holdUntil().<ReleaseAction>map(Hold::new).orElse(action);
  }
}
