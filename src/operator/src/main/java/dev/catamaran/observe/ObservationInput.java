package dev.catamaran.observe;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Force;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Input for one observation of a release, for a primary that is not being deleted.
 *
 * @param desired the release that its spec asks for
 * @param ownership the marks that its objects must carry
 * @param wish what it wants of its release at present
 * @param remembered what its status reports as deployed
 * @param failures of earlier passes, for any input
 * @param isRollbackFailed whether the last reported failure was that of a rollback
 */
public record ObservationInput(
    DesiredRelease desired,
    Ownership ownership,
    Wish wish,
    Optional<Deployed> remembered,
    Optional<Backoff> failures,
    boolean isRollbackFailed) {

  /** Returns the given for a status that reports {@code current}. */
  ObservationInput remembering(Revision current) {
    var reported =
        current.status() == RevisionStatus.DEPLOYED
            ? Optional.of(Deployed.of(current, false))
            : remembered;
    return new ObservationInput(desired, ownership, wish, reported, failures, isRollbackFailed);
  }

  /** Whether a revision contains the desired objects. */
  boolean isAnsweredBy(Revision revision) {
    return revision.belongsTo(desired.primary())
        && switch (wish) {
          case Wish.StayAt(var number) -> revision.isCopyOf(number);
          case Wish.FollowSpec ignored -> revision.madeFrom(desired.input());
          case Wish.NewRevision ignored -> revision.madeFrom(desired.input());
          case Wish.Paused ignored -> true;
        };
  }

  /**
   * Returns what failures are counted for: the desired input, or the revision to go back to, with
   * the force of the operations.
   */
  public String input() {
    return desired.options().force().mark(unforced());
  }

  private String unforced() {
    return wish instanceof Wish.StayAt(var revision)
        ? "revision " + revision
        : desired.input().counted();
  }

  boolean blamesTheInput() {
    return blames(failed -> ReleaseInput.isSame(failed, input()));
  }

  /** The same, whether or not operations had the present force. */
  boolean blamesTheInputOfAnyForce() {
    return blames(failed -> ReleaseInput.isSame(Force.unmarked(failed), unforced()));
  }

  private boolean blames(Predicate<String> input) {
    return failures
        .filter(f -> f.toBlame() > 0)
        .map(Backoff::inputDigest)
        .filter(input)
        .isPresent();
  }
}
