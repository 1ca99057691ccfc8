package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import java.time.Instant;
import java.util.List;

/**
 * In which state a release was seen. Exactly one holds; {@link Decision} says what follows from it.
 */
public sealed interface ReleaseState {

  /** Nothing is stored, and nothing ever was for this primary. */
  record Absent() implements ReleaseState {}

  /**
   * Nothing is stored, but this primary had a release: somebody removed its Secrets. Its objects
   * may still be there.
   */
  record Lost() implements ReleaseState {}

  /** The name is taken by a release that this primary did not make. */
  record Foreign(Revision current) implements ReleaseState {}

  /** A Go operator made it for this primary; nothing in it says yet that it is ours. */
  record Inherited(Revision current) implements ReleaseState {}

  /**
   * The newest revision is not what the operator stored: somebody used Helm, or wrote the Secret
   * himself. Nothing is done that it says.
   */
  record Unbelieved(Revision current) implements ReleaseState {}

  /** An operation is under way and whoever runs it may be alive. */
  record Busy(Revision pending) implements ReleaseState {}

  /** An operation was begun and nobody is left to finish it. */
  record Abandoned(Revision pending) implements ReleaseState {}

  /** No revision was ever deployed, and the present input is not to blame. */
  record Unfinished(Revision newest) implements ReleaseState {}

  /** The first revision was made from the present input and failed. */
  record FailedInstall(Revision failed) implements ReleaseState {}

  /** A further revision was made from the present input and failed. */
  record FailedUpgrade(Revision failed) implements ReleaseState {}

  /** What was to undo the failure of the present input failed itself. */
  record FailedRollback(Revision failed) implements ReleaseState {}

  /**
   * A further revision failed at an object of which a field cannot be changed, and the primary
   * allows to make that object anew.
   */
  record Obstructed(Revision failed, ObjectKey obstacle) implements ReleaseState {}

  /**
   * What is there was made from other input, or its primary was made anew.
   *
   * @param drifts what differs from it, if it is deployed
   */
  record OutOfSync(Revision current, List<Drift> drifts) implements ReleaseState {
    /** Copies the list. */
    public OutOfSync {
      drifts = List.copyOf(drifts);
    }
  }

  /** What is deployed was made from the present input, and has not passed what it had to. */
  record Unfit(Revision current, String why) implements ReleaseState {}

  /** What is deployed has time until {@code deadline} to become ready. */
  record Settling(Revision current, Instant deadline) implements ReleaseState {}

  /** What is deployed is ready, and its tests are still to be run. */
  record Untested(Revision current) implements ReleaseState {}

  /** What is deployed was made from the present input, but objects differ from its manifest. */
  record Drifted(Revision current, List<Drift> drifts) implements ReleaseState {
    /** Copies the list. */
    public Drifted {
      drifts = List.copyOf(drifts);
    }
  }

  /**
   * What is deployed was made from the present input, but somebody undoes the repairs of these
   * objects, and none is due.
   */
  record Contested(Revision current, List<Contest> contests) implements ReleaseState {
    /** Copies the list. */
    public Contested {
      contests = List.copyOf(contests);
    }
  }

  /** All is as the primary wants it. */
  record InSync(Revision current) implements ReleaseState {}
}
