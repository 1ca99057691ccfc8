package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import java.util.List;

/**
 * The one next step for a wanted release, chosen by {@link Decision}; {@link RemovalAction} is for
 * a release that is no longer wanted.
 */
public sealed interface ReleaseAction {

  /** Returns its name for traces of the operator's work; the outcome's name if nothing is done. */
  default String title() {
    return getClass().getSimpleName();
  }

  /**
   * Whether it makes objects that are missing. Kubernetes takes those of a primary that is deleted
   * in the foreground, and a watch may tell of them before that of the primary. What is made again
   * then is in the way of the hooks.
   */
  default boolean makesMissing() {
    return false;
  }

  private static boolean haveMissing(List<Drift> drifts) {
    return drifts.stream().anyMatch(Drift.Missing.class::isInstance);
  }

  /** Create the first revision. */
  record Install() implements ReleaseAction {}

  /**
   * Delete the stored revisions, and create the first revision over the existing objects: all hooks
   * run.
   */
  record Reinstall(Revision newest) implements ReleaseAction {}

  /** Create a further revision on top of {@code current}. */
  record Upgrade(Revision current) implements ReleaseAction {}

  /** Do for a deployed revision what follows Helm's call. */
  record Complete(Revision current) implements ReleaseAction {}

  /** Adopt a Go operator's revision; nothing is rendered or applied. */
  record TakeOver(Revision inherited) implements ReleaseAction {}

  /**
   * Restore the objects of the last good revision.
   *
   * @param deployed number of the revision that was deployed before the failure; no earlier one is
   *     restored
   */
  record Rollback(Revision failed, int deployed) implements ReleaseAction {
    /** Restores any good revision. */
    public Rollback(Revision failed) {
      this(failed, 0);
    }
  }

  /** Restore the objects of that revision, at a person's request. */
  record GoBack(int revision) implements ReleaseAction {}

  /** Delete a failed release, but no object beyond {@code extent}. No hook runs. */
  record RemoveFailed(Revision failed, Extent extent) implements ReleaseAction {}

  /** Mark a deployed revision as failed: it did not become ready, or its tests failed. */
  record MarkFailed(Revision current, String why) implements ReleaseAction {}

  /** Run the chart's tests. */
  record Test(Revision current) implements ReleaseAction {}

  /** Mark an abandoned revision as failed, so that Helm works again. */
  record Unlock(Revision pending) implements ReleaseAction {}

  /** Restore the objects to the manifest. */
  record CorrectDrift(Revision current, List<Drift> drifts) implements ReleaseAction {
    @Override
    public boolean makesMissing() {
      return ReleaseAction.haveMissing(drifts);
    }
  }

  /**
   * The same for a revision that is not the wanted one, while the wanted one is not possible.
   *
   * @param otherwise says why the wanted one is not possible; the outcome if nothing needs a repair
   */
  record RepairCurrent(Revision current, List<Drift> drifts, ReleaseOutcome otherwise)
      implements ReleaseAction {
    @Override
    public boolean makesMissing() {
      return ReleaseAction.haveMissing(drifts);
    }
  }

  /** A person must decide: the name belongs to a release of another owner. */
  record Refuse(Revision foreign) implements ReleaseAction {}

  /** An administrator must decide: only a status could confirm the stored revisions. */
  record Refer(Revision unreported) implements ReleaseAction {}

  /** Everything is in order: nothing is called, rendered or written. */
  record Keep(Revision current) implements ReleaseAction {}

  /** Nothing to do now; the outcome is known. */
  record Conclude(ReleaseOutcome outcome) implements ReleaseAction {
    @Override
    public String title() {
      return outcome.getClass().getSimpleName();
    }
  }
}
