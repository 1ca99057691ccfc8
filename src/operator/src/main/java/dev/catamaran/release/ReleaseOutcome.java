package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Outcome of a {@link ReleaseAction}. Status, Events and the next wake-up follow from it alone. */
public sealed interface ReleaseOutcome {

  /** The first revision is deployed. */
  record Installed(Revision current) implements ReleaseOutcome {}

  /** A further revision is deployed. */
  record Upgraded(Revision current) implements ReleaseOutcome {}

  /** An earlier pass made that revision, and only this one completed it; the next continues. */
  record Completed(Revision current) implements ReleaseOutcome {}

  /** A Go operator's revision is adopted; the next pass continues. */
  record TakenOver(Revision inherited) implements ReleaseOutcome {}

  /** The changes of a failed revision are undone. */
  record RolledBack(Revision current) implements ReleaseOutcome {}

  /** The release is at the revision that a person asked for. */
  record WentBack(Revision current) implements ReleaseOutcome {}

  /**
   * The failed release is removed; a retry may follow.
   *
   * @param deleted its deleted objects
   * @param left its objects that stay
   */
  record FailureRemoved(List<ObjectKey> deleted, List<ObjectKey> left) implements ReleaseOutcome {}

  /** The chart's tests succeeded. */
  record Tested(Revision current) implements ReleaseOutcome {}

  /** The abandoned revision no longer blocks; the next pass continues. */
  record Unlocked(Revision pending) implements ReleaseOutcome {}

  /** Objects were repaired; the list is empty if all of them turned out to be right. */
  record DriftCorrected(Revision current, List<Correction> corrections) implements ReleaseOutcome {}

  /** Objects of a revision that is not the wanted one were repaired; the next pass continues. */
  record CurrentRepaired(Revision current, List<Correction> corrections)
      implements ReleaseOutcome {}

  /** Another client undoes repairs repeatedly; {@code corrections} may be undone next. */
  record Contested(Revision current, List<Correction> corrections, List<Contest> contests)
      implements ReleaseOutcome {}

  /** Objects differ, and the drift policy does not correct them. */
  record DriftLeft(Revision current, List<Drift> drifts) implements ReleaseOutcome {}

  /** There was nothing to do. */
  record Kept(Revision current) implements ReleaseOutcome {}

  /** Only the cluster's APIs changed: the revision has the new input. The next pass continues. */
  record Unaffected(Revision current) implements ReleaseOutcome {}

  /** The workloads are not ready yet and have time until {@code deadline}. */
  record Progressing(Revision current, Instant deadline) implements ReleaseOutcome {}

  /** A delete hook failed; the next pass uninstalls the release without any. */
  record HooksDropped(String failure) implements ReleaseOutcome {}

  /**
   * The release is uninstalled, and objects that it made still exist.
   *
   * @param objects in readable form
   * @param looks how often they were looked for
   */
  record Lingering(List<String> objects, int looks) implements ReleaseOutcome {}

  /** Release, history and objects are deleted: the primary's finalizer may be removed. */
  record Uninstalled() implements ReleaseOutcome {}

  /** The action was tried and failed. */
  record Failed(FailedStep step, String message) implements ReleaseOutcome {}

  /** The action was tried and failed, and the input is not to blame. */
  record Hindered(FailedStep step, String reason, String message) implements ReleaseOutcome {}

  /**
   * The same input failed so often that there is no retry.
   *
   * @param cause of the last failure, for a status that lost it; empty if no revision says it
   */
  record Stalled(int failures, String cause) implements ReleaseOutcome {}

  /** Nothing is deployed before these dependencies are ready. */
  record Blocked(List<String> unmet) implements ReleaseOutcome {}

  /**
   * A person paused the release.
   *
   * @param current the deployed revision; empty for none that is known
   */
  record Paused(Optional<Revision> current) implements ReleaseOutcome {
    /** Knows no revision. */
    public Paused() {
      this(Optional.empty());
    }
  }

  /** Nothing was tried; a retry of the same input is due at {@code until}. */
  record Held(Instant until) implements ReleaseOutcome {}

  /** Another operation on the release is under way. */
  record Waiting(String message) implements ReleaseOutcome {
    /** Returns the outcome for another client's operation on that revision. */
    public static Waiting forOther(Revision pending) {
      return new Waiting(
          "revision %d of release %s is %s"
              .formatted(pending.number(), pending.release(), pending.status().helmName()));
    }

    /** Returns the outcome if another client removed all revisions after the decision. */
    public static Waiting removed(ReleaseKey release) {
      return new Waiting("another client removed the revisions of release %s".formatted(release));
    }

    /** Returns the outcome if another client changed the revision after the decision. */
    public static Waiting changed(Revision revision) {
      return new Waiting(
          "another client changed revision %d of release %s"
              .formatted(revision.number(), revision.release()));
    }
  }

  /** The engine ended during the operation. */
  record Interrupted(String message) implements ReleaseOutcome {}

  /** There is no retry until a person changes something. */
  record Refused(String reason, String message) implements ReleaseOutcome {}

  enum FailedStep {
    INSTALL,
    UPGRADE,
    ROLLBACK,
    UNINSTALL,
    RECONCILE
  }

  /**
   * One repaired object.
   *
   * @param key the object
   * @param how the kind of repair
   * @param what the changed fields with their values, and who had set them, for people; empty for
   *     none
   */
  record Correction(ObjectKey key, How how, String what) {
    /** Makes one that changed no field. */
    public Correction(ObjectKey key, How how) {
      this(key, how, "");
    }

    /** The kind of repair of an object. */
    public enum How {
      RECREATED,
      PATCHED,
      ADOPTED
    }
  }
}
