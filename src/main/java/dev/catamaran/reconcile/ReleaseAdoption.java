package dev.catamaran.reconcile;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.util.List;
import java.util.function.Predicate;

/**
 * Lets a primary have a release that it did not make, if it asks for that.
 *
 * @param mayLive whether another primary may still be there
 */
record ReleaseAdoption(Predicate<PrimaryIdentity> mayLive) {

  /** The state of a release for a primary that has these annotations. */
  ReleaseState considered(ReleaseState state, PrimaryAnnotations annotations) {
    return state instanceof ReleaseState.Foreign(var current)
            && annotations.adoptsRelease()
            && isFree(current)
        ? new ReleaseState.OutOfSync(current, List.of())
        : state;
  }

  /** What is under way, failed or left for somebody to look at is his who began it. */
  private boolean isFree(Revision current) {
    return current.status() == RevisionStatus.DEPLOYED
        && current.origin().filter(origin -> mayLive.test(origin.primary())).isEmpty();
  }
}
