package dev.catamaran.desired;

import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.watch.Watch.Permission;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Lets a primary adopt a release or objects that it did not make, if it asks for that and its kind
 * may. A release without an owner is taken over as it is: it gets a new revision only if the
 * primary asks for another chart or other values.
 *
 * @param mayLive whether another primary may still exist
 */
public record ReleaseAdoption(Predicate<PrimaryIdentity> mayLive, Rights rights) {

  /** Returns the same release, without an Application to take over if its kind may take none. */
  public DesiredRelease limited(DesiredRelease desired) {
    return rights.allows(Permission.ADOPTION)
        ? desired
        : desired.with(desired.options().takingOver(Optional.empty()));
  }

  /**
   * Returns the state of a release for a primary with these annotations.
   *
   * @throws InvalidPrimaryException if the primary asks for adoption, and its kind may not
   */
  public ReleaseState considered(ReleaseState state, PrimaryAnnotations annotations)
      throws InvalidPrimaryException {
    if (state instanceof ReleaseState.NothingStored
        && annotations.adoptedApplication().isPresent()) {
      rights.require(
          Permission.ADOPTION,
          "annotation %s: custom resources of this kind do not take over objects of Argo CD"
              .formatted(PrimaryAnnotations.ADOPT_APPLICATION));
    }
    if (state instanceof ReleaseState.Foreign(var current)
        && annotations.adoptsRelease()
        && isFree(current)) {
      rights.require(
          Permission.ADOPTION,
          "annotation %s: custom resources of this kind do not take over release %s, which they did not make"
              .formatted(PrimaryAnnotations.ADOPT_RELEASE, current.release()));
      return current.origin().isEmpty()
          ? new ReleaseState.Inherited(current)
          : new ReleaseState.OutOfSync(current, List.of());
    }
    return state;
  }

  /**
   * Whether a release may be adopted. One that is pending, failed or kept for inspection belongs to
   * the client that began it.
   */
  private boolean isFree(Revision current) {
    return current.status() == RevisionStatus.DEPLOYED
        && current.origin().filter(origin -> mayLive.test(origin.primary())).isEmpty();
  }
}
