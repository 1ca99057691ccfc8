package dev.catamaran.observe;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.desired.Dependencies;
import dev.catamaran.desired.DesiredReleases;
import dev.catamaran.desired.ReleaseAdoption;
import dev.catamaran.desired.ReleasePlaces;
import dev.catamaran.desired.Rights;
import dev.catamaran.manifest.Drift;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Pass;
import dev.catamaran.primary.Primaries;
import dev.catamaran.release.Budget;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Observation;
import dev.catamaran.release.ReleaseAction.RepairCurrent;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.Wish;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.Permission;
import java.time.Clock;
import java.util.Optional;

/**
 * First half of a pass: the desired and the observed state of a release.
 *
 * @param operator value of the label on descendants
 * @param rights what the primary may ask for
 * @param policy how often an input is tried
 * @param storedPlaces judges what is stored
 */
public record ReleaseView(
    String operator,
    Rights rights,
    RemediationPolicy policy,
    ReleasePlaces places,
    DesiredReleases desiredReleases,
    Dependencies dependencies,
    ReleaseObserver observer,
    StoredPlaces storedPlaces,
    ReleaseAdoption adoption,
    TrustedRevisions trust,
    Clock clock) {

  /**
   * Input of the decision about the next step, and of that step.
   *
   * @param wish what the primary wants of its release, unless a rollout makes it go back
   * @param desired the release that the spec asks for
   * @param ownership the marks that its objects must carry
   * @param input the input for the failure count
   * @param observation the observed state
   */
  public record Seen(
      Wish wish,
      DesiredRelease desired,
      Ownership ownership,
      String input,
      Observation observation) {}

  /**
   * Observes a primary that is not being deleted.
   *
   * @throws InvalidPrimaryException if no release can be made from it
   */
  public Seen of(Pass pass) throws InvalidPrimaryException {
    var primary = pass.primary();
    Primaries.requireReadable(primary.object());
    var remembered = pass.before().deployed();
    rights.checkAccount(primary);
    var desired =
        adoption.limited(
            desiredReleases.from(
                primary, places.of(primary, remembered), pass.annotations().reconcileAt()));
    var ownership = new Ownership(operator, desired.primary(), desired.release());
    var wish = wish(pass, desired);
    var given =
        new ObservationInput(
            desired, ownership, wish, remembered, pass.failures(), isRollbackFailed(pass));
    var observed = observe(given);
    var considered = adoption.considered(observed, pass.annotations());
    var state =
        wish instanceof Wish.Paused ? considered : storedPlaces.checked(considered, desired);
    var input = given.input();
    var budget = Budget.of(pass.failures(), input, policy, pass.delays(), clock.instant());
    if (observed instanceof ReleaseState.Foreign(var current) && !considered.equals(observed)) {
      // The primary asks for this adoption, and an administrator allows it.
      trust.note(desired.primary(), current);
    }
    var observation = new Observation(state, budget, dependencies.unmet(primary));
    return new Seen(wish, desired, ownership, input, observation);
  }

  /**
   * Returns the repair of what is deployed, while the spec cannot be followed: of objects that are
   * in the release's namespace, or that watches.yaml allows.
   *
   * @param otherwise the outcome if nothing needs a repair
   */
  public Optional<RepairCurrent> repair(Pass pass, ReleaseOutcome otherwise) {
    return observer
        .deployed(pass.release(), ownership(pass))
        .map(
            state ->
                new RepairCurrent(
                    state.current(),
                    state.drifts().stream().filter(drift -> mayRepair(drift, pass)).toList(),
                    otherwise));
  }

  private boolean mayRepair(Drift drift, Pass pass) {
    return drift.key().namespace().equals(pass.release().namespace())
        || rights.placement().places().stream().anyMatch(place -> place.covers(drift.key()));
  }

  private Wish wish(Pass pass, DesiredRelease desired) {
    if (!(pass.wish() instanceof Wish.FollowSpec)) {
      return pass.wish();
    }
    return observer
        .present(pass.primary(), desired, desiredReleases.editions())
        .<Wish>map(Wish.StayAt::new)
        .orElse(pass.wish());
  }

  /** What a status does not report is trusted on an administrator's word, as if it had passed. */
  private ReleaseState observe(ObservationInput given) {
    var state = observer.observe(given);
    if (!(state instanceof ReleaseState.Unreported(var current)) || !mayTrustStored()) {
      return state;
    }
    var desired = given.desired();
    observer.trustStored(desired.release(), desired.primary(), given.remembered());
    return observer.observe(given.remembering(current));
  }

  private boolean mayTrustStored() {
    return rights.allows(Permission.UNREPORTED_REVISIONS);
  }

  /** False if the report of a later failure was lost: it may be that of an upgrade. */
  private static boolean isRollbackFailed(Pass pass) {
    return pass.failures().equals(pass.before().failures())
        && pass.before()
            .conditions()
            .find(Reasons.RELEASE_FAILED)
            .filter(failed -> failed.getReason().equals(Reasons.ROLLBACK_ERROR))
            .isPresent();
  }

  /** Observes a primary that is being deleted. Its spec no longer matters. */
  public ReleaseState ofDeleted(Pass pass) {
    var remembered = pass.before().deployed();
    boolean hasFailed = pass.failures().isPresent();
    var state = observer.observeDeleted(pass.release(), pass.identity(), remembered, hasFailed);
    if (state instanceof ReleaseState.Unreported && mayTrustStored()) {
      observer.trustStored(pass.release(), pass.identity(), remembered);
      return observer.observeDeleted(pass.release(), pass.identity(), remembered, hasFailed);
    }
    boolean isLost =
        state instanceof ReleaseState.Absent
            && !isReported(pass, Reasons.UNINSTALL_SUCCESSFUL)
            && !isReported(pass, Reasons.UNINSTALLING)
            && (isReported(pass, Reasons.FAILURE_REMOVED) || observer.hasObjects(pass.identity()));
    return isLost ? new ReleaseState.Lost() : state;
  }

  /**
   * Whether the release is gone for that reason. After an uninstall, its objects may still exist
   * for a moment; after a failure, some stay, and nothing may watch them.
   */
  private static boolean isReported(Pass pass, String reason) {
    return pass.before()
        .conditions()
        .find(Reasons.DEPLOYED)
        .filter(deployed -> deployed.getReason().equals(reason))
        .isPresent();
  }

  /** Returns the marks that the objects of a primary in deletion carry. */
  public Ownership ownership(Pass pass) {
    return new Ownership(operator, pass.identity(), pass.release());
  }

  public void forget(OfKind primary) {
    desiredReleases.forget(primary);
  }
}
