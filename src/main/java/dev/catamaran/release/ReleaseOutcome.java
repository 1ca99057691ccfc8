package dev.catamaran.release;

import java.time.Instant;
import java.util.List;

/**
 * What became of a {@link ReleaseAction}; status, events and the next wake-up follow from it alone.
 */
public sealed interface ReleaseOutcome {

  /** The first revision is deployed. */
  record Installed(Revision current) implements ReleaseOutcome {}

  /** A further revision is deployed. */
  record Upgraded(Revision current) implements ReleaseOutcome {}

  /** A Go operator's revision is our own; the next pass goes on. */
  record TakenOver(Revision inherited) implements ReleaseOutcome {}

  /** The abandoned revision no longer blocks; the next pass goes on. */
  record Unlocked(Revision pending) implements ReleaseOutcome {}

  /** Objects were put back; the list is empty if all proved to be right after all. */
  record DriftCorrected(Revision current, List<Correction> corrections) implements ReleaseOutcome {
    /** Copies the list. */
    public DriftCorrected {
      corrections = List.copyOf(corrections);
    }
  }

  /** Objects differ and the drift policy leaves them alone. */
  record DriftLeft(Revision current, List<Drift> drifts) implements ReleaseOutcome {
    /** Copies the list. */
    public DriftLeft {
      drifts = List.copyOf(drifts);
    }
  }

  /** Nothing was to be done. */
  record Kept(Revision current) implements ReleaseOutcome {}

  /** Release, history and objects are gone: the primary may go. */
  record Uninstalled(int objectsRemoved) implements ReleaseOutcome {}

  /** The action was tried and failed. */
  record Failed(FailedStep step, String message) implements ReleaseOutcome {}

  /** Nothing was tried; the same input may be tried again at {@code until}. */
  record Held(Instant until) implements ReleaseOutcome {}

  /** Another operation on the release is under way. */
  record Waiting(String message) implements ReleaseOutcome {}

  /** Nothing will be tried until a person changes something. */
  record Refused(String reason, String message) implements ReleaseOutcome {}

  /** What was tried when it failed. */
  enum FailedStep {
    INSTALL,
    UPGRADE,
    UNINSTALL,
    RECONCILE
  }

  /**
   * One object that was put back.
   *
   * @param key the object
   * @param how what it took
   */
  record Correction(ObjectKey key, How how) {
    /** What it took to put an object back. */
    public enum How {
      RECREATED,
      PATCHED,
      ADOPTED
    }
  }
}
