package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import java.time.Instant;
import java.util.List;

/**
 * The observed state of a release. Exactly one applies; {@link Decision} chooses the next step from
 * it. Families group the states that some wishes treat alike.
 */
public sealed interface ReleaseState {

  /** No revision is stored. */
  sealed interface NothingStored extends ReleaseState {}

  /** Nothing is stored, and this primary never had a release. */
  record Absent() implements NothingStored {}

  /**
   * Nothing is stored, but this primary had a release: another client deleted its Secrets. Its
   * objects may still exist.
   */
  record Lost() implements NothingStored {}

  /** The newest revision is not one that the operator stored for this primary. */
  sealed interface NotOurs extends ReleaseState {}

  /** The name belongs to a release that this primary did not make. */
  record Foreign(Revision current) implements NotOurs {}

  /** A Go operator made it for this primary; nothing in it marks it as ours yet. */
  record Inherited(Revision current) implements NotOurs {}

  /**
   * The newest revision is not the one that the operator stored: a person used Helm, or another
   * client wrote the Secret. The operator does not follow its content.
   */
  record Untrusted(Revision current) implements NotOurs {}

  /**
   * The status says nothing about the revisions that are stored for this primary: it was lost, or
   * another client stored them.
   */
  record Unreported(Revision current) implements NotOurs {}

  /** The newest revision is pending. */
  sealed interface Pending extends ReleaseState {}

  /** An operation is under way, and its process may be alive. */
  record Busy(Revision pending) implements Pending {}

  /** An operation began, and its process has stopped. */
  record Abandoned(Revision pending) implements Pending {}

  /** The newest revision failed, and the next action depends on the kind of failure. */
  sealed interface Broken extends ReleaseState {}

  /** No revision was ever deployed, and the present input did not cause that. */
  record Unfinished(Revision newest) implements Broken {}

  /**
   * The first revision was made from the present input and failed.
   *
   * @param made how far its removal may go
   */
  record FailedInstall(Revision failed, Extent made) implements Broken {}

  /**
   * A further revision was made from the present input and failed.
   *
   * @param deployed number of the revision that was deployed before; 0 if unknown
   */
  record FailedUpgrade(Revision failed, int deployed) implements Broken {}

  /** The rollback after the failure of the present input failed itself. */
  record FailedRollback(Revision failed) implements Broken {}

  /**
   * A further revision was made from the present input and failed, or the rollback after it was
   * hindered; and the last rollback failed before Helm stored a revision: there is no good
   * revision, or it cannot be restored.
   */
  record Irreversible(Revision failed) implements Broken {}

  /** The release has a revision from which Helm can upgrade. */
  sealed interface Live extends ReleaseState {
    /** Returns the newest revision. */
    Revision current();
  }

  /**
   * The newest revision was made from other input, or its primary was recreated.
   *
   * @param drifts differences from that revision, if it is deployed
   */
  record OutOfSync(Revision current, List<Drift> drifts) implements Live {}

  /**
   * The deployed revision was made from the present input, and the status does not report it: the
   * pass that made it was cut off, and may have left objects unadopted, or those of failed
   * revisions in place.
   */
  record Uncompleted(Revision current) implements Live {}

  /** The deployed revision was made from the present input, and has not passed its checks. */
  sealed interface OnTrial extends Live {}

  /**
   * The deployed revision was made from the present input, and it did not become ready or its tests
   * failed.
   */
  record TrialFailed(Revision current, String why) implements OnTrial {}

  /** The deployed revision has time until {@code deadline} to become ready. */
  record Settling(Revision current, Instant deadline) implements OnTrial {}

  /** The deployed revision is ready, and its tests have not run yet. */
  record Untested(Revision current) implements OnTrial {}

  /**
   * The deployed revision was made from the present input, but objects differ from its manifest.
   *
   * @param besidesRefused those whose repair does not wait for that of refused ones
   */
  record Drifted(Revision current, List<Drift> drifts, List<Drift> besidesRefused)
      implements Live {}

  /**
   * The deployed revision was made from the present input, but another client undoes the repairs of
   * these objects, and no repair is due.
   */
  record Contested(Revision current, List<Contest> contests) implements Live {}

  /** Everything is as the primary wants it. */
  record InSync(Revision current) implements Live {}
}
