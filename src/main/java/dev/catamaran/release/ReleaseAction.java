package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import java.util.List;

/**
 * The one next step for a release that is wanted, chosen by {@link Decision}; {@link RemovalAction}
 * is for one that is not.
 */
public sealed interface ReleaseAction {

  /** Its name for people who look for what the operator did; an outcome's, if nothing is done. */
  default String title() {
    return getClass().getSimpleName();
  }

  /** Make the first revision. */
  record Install() implements ReleaseAction {}

  /** Forget what was stored, and make the first revision over what is there: all hooks run. */
  record Reinstall(Revision newest) implements ReleaseAction {}

  /** Make a further revision on top of {@code current}. */
  record Upgrade(Revision current) implements ReleaseAction {}

  /** Make a Go operator's revision our own; nothing is rendered or applied. */
  record TakeOver(Revision inherited) implements ReleaseAction {}

  /** Delete the object that cannot be changed, and make a further revision at once. */
  record Recreate(Revision failed, ObjectKey obstacle) implements ReleaseAction {}

  /** Bring the objects of the last good revision back. */
  record Rollback(Revision failed) implements ReleaseAction {}

  /** Bring the objects of that revision back, as a person asked for. */
  record GoBack(int revision) implements ReleaseAction {}

  /** Take down what failed. */
  record RemoveFailed(Revision failed) implements ReleaseAction {}

  /** Mark a revision as failed that is deployed, and has not passed what it had to. */
  record MarkFailed(Revision current, String why) implements ReleaseAction {}

  /** Run the chart's tests. */
  record Test(Revision current) implements ReleaseAction {}

  /** Mark an abandoned revision as failed, so that Helm works again. */
  record Unlock(Revision pending) implements ReleaseAction {}

  /** Put the objects back to what the manifest says. */
  record CorrectDrift(Revision current, List<Drift> drifts) implements ReleaseAction {
    /** Copies the list. */
    public CorrectDrift {
      drifts = List.copyOf(drifts);
    }
  }

  /** The same for a revision that is not the one wanted, while that one cannot be had. */
  record RepairCurrent(Revision current, List<Drift> drifts) implements ReleaseAction {
    /** Copies the list. */
    public RepairCurrent {
      drifts = List.copyOf(drifts);
    }
  }

  /** A person must decide: the name belongs to a release that is not this primary's. */
  record Refuse(Revision foreign) implements ReleaseAction {}

  /** All is as it should be: nothing is called, rendered or written. */
  record Keep(Revision current) implements ReleaseAction {}

  /** Nothing is to be done now; what to say is known. */
  record Conclude(ReleaseOutcome outcome) implements ReleaseAction {
    @Override
    public String title() {
      return outcome.getClass().getSimpleName();
    }
  }
}
