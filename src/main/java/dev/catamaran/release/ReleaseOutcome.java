package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
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

  /** What a failed revision changed is undone. */
  record RolledBack(Revision current) implements ReleaseOutcome {}

  /** The release is at the revision that a person asked for. */
  record WentBack(Revision current) implements ReleaseOutcome {}

  /** What failed is taken down; the input may be tried again. */
  record FailureRemoved() implements ReleaseOutcome {}

  /** The chart's tests succeeded. */
  record Tested(Revision current) implements ReleaseOutcome {}

  /** The abandoned revision no longer blocks; the next pass goes on. */
  record Unlocked(Revision pending) implements ReleaseOutcome {}

  /** Objects were put back; the list is empty if all proved to be right after all. */
  record DriftCorrected(Revision current, List<Correction> corrections) implements ReleaseOutcome {
    /** Copies the list. */
    public DriftCorrected {
      corrections = List.copyOf(corrections);
    }
  }

  /** Objects of a revision that is not the one wanted were put back. */
  record CurrentRepaired(Revision current, List<Correction> corrections) implements ReleaseOutcome {
    /** Copies the list. */
    public CurrentRepaired {
      corrections = List.copyOf(corrections);
    }
  }

  /** Somebody undoes repairs again and again; those of {@code corrections} may be next. */
  record Contested(Revision current, List<Correction> corrections, List<Contest> contests)
      implements ReleaseOutcome {
    /** Copies the lists. */
    public Contested {
      corrections = List.copyOf(corrections);
      contests = List.copyOf(contests);
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

  /** The workloads are not ready yet and have time until {@code deadline}. */
  record Progressing(Revision current, Instant deadline) implements ReleaseOutcome {}

  /** The release is gone, and objects that it made still are there, for people. */
  record Lingering(List<String> objects) implements ReleaseOutcome {
    /** Copies the list. */
    public Lingering {
      objects = List.copyOf(objects);
    }
  }

  /** Release, history and objects are gone: the primary may go. */
  record Uninstalled(int objectsRemoved) implements ReleaseOutcome {}

  /** The action was tried and failed. */
  record Failed(FailedStep step, String message) implements ReleaseOutcome {}

  /** The action was tried and failed, and the input is not to blame. */
  record Hindered(FailedStep step, String reason, String message) implements ReleaseOutcome {}

  /** The same input failed so often that it is not tried any more. */
  record Stalled(int failures) implements ReleaseOutcome {}

  /** Nothing is deployed before these others are ready. */
  record Blocked(List<String> unmet) implements ReleaseOutcome {
    /** Copies the list. */
    public Blocked {
      unmet = List.copyOf(unmet);
    }
  }

  /** A person asked to leave it alone. */
  record Paused() implements ReleaseOutcome {}

  /** Nothing was tried; the same input may be tried again at {@code until}. */
  record Held(Instant until) implements ReleaseOutcome {}

  /** Another operation on the release is under way. */
  record Waiting(String message) implements ReleaseOutcome {
    /** For who is at work on that revision. */
    public static Waiting forOther(Revision pending) {
      return new Waiting(
          "revision %d of release %s is %s"
              .formatted(pending.number(), pending.release(), pending.status().helmName()));
    }
  }

  /** Nothing will be tried until a person changes something. */
  record Refused(String reason, String message) implements ReleaseOutcome {}

  /** What was tried when it failed. */
  enum FailedStep {
    INSTALL,
    UPGRADE,
    ROLLBACK,
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
