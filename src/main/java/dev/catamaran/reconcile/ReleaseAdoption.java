package dev.catamaran.reconcile;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.watch.Permission;
import java.util.List;
import java.util.function.Predicate;

/**
 * Lets a primary have a release that it did not make, if it asks for that and its kind may.
 *
 * @param mayLive whether another primary may still be there
 */
record ReleaseAdoption(Predicate<PrimaryIdentity> mayLive, Rights rights) {

  /**
   * The state of a release for a primary that has these annotations.
   *
   * @throws InvalidPrimaryException if it asks, and its kind may not
   */
  ReleaseState considered(ReleaseState state, PrimaryAnnotations annotations)
      throws InvalidPrimaryException {
    if (state instanceof ReleaseState.Foreign(var current)
        && annotations.adoptsRelease()
        && isFree(current)) {
      rights.require(
          Permission.ADOPTION,
          "annotation %s: primaries of this kind do not take over release %s, which they did not make"
              .formatted(PrimaryAnnotations.ADOPT_RELEASE, current.release()));
      return new ReleaseState.OutOfSync(current, List.of());
    }
    return state;
  }

  /** What is under way, failed or left for somebody to look at is his who began it. */
  private boolean isFree(Revision current) {
    return current.status() == RevisionStatus.DEPLOYED
        && current.origin().filter(origin -> mayLive.test(origin.primary())).isEmpty();
  }
}
