package dev.catamaran.reconcile;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Drift;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.DriftPolicy;
import java.util.List;
import java.util.function.Function;

/**
 * Fourth step of a pass, and with {@link ReleaseRemover} the only one that changes anything but the
 * primary itself.
 */
final class ReleaseExecutor {
  private final HelmEngine engine;
  private final ReleaseStore store;
  private final ReleaseObjects objects;
  private final int maxHistory;
  private final DriftPolicy driftPolicy;

  ReleaseExecutor(
      HelmEngine engine,
      ReleaseStore store,
      ReleaseObjects objects,
      int maxHistory,
      DriftPolicy driftPolicy) {
    this.engine = engine;
    this.store = store;
    this.objects = objects;
    this.maxHistory = maxHistory;
    this.driftPolicy = driftPolicy;
  }

  ReleaseOutcome execute(ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    return switch (action) {
      case ReleaseAction.Install ignored -> install(desired, ownership);
      case ReleaseAction.Upgrade ignored -> upgrade(desired, ownership);
      case ReleaseAction.TakeOver(var inherited) -> takeOver(inherited, desired, ownership);
      case ReleaseAction.CorrectDrift(var current, var drifts) ->
          correct(current, drifts, ownership);
      case ReleaseAction.Unlock(var pending) -> unlock(pending);
      case ReleaseAction.Hold(var until) -> new ReleaseOutcome.Held(until);
      case ReleaseAction.AwaitOther(var pending) -> awaitOther(pending);
      case ReleaseAction.Refuse(var foreign) -> refuse(foreign);
      case ReleaseAction.Keep(var current) -> new ReleaseOutcome.Kept(current);
    };
  }

  static ReleaseOutcome awaitOther(Revision pending) {
    return new ReleaseOutcome.Waiting(
        "revision %d of release %s is %s"
            .formatted(pending.number(), pending.release(), pending.status().helmName()));
  }

  private ReleaseOutcome install(DesiredRelease desired, Ownership ownership) {
    forgetUninstalled(desired.release());
    return deploy(
        FailedStep.INSTALL,
        () -> engine.install(desired),
        desired,
        ownership,
        ReleaseOutcome.Installed::new);
  }

  /** Helm takes a name for taken of which somebody uninstalled the release but kept the history. */
  private void forgetUninstalled(ReleaseKey release) {
    if (isUninstalled(store.known(release))) {
      var history = store.refresh(release);
      if (isUninstalled(history)) {
        history.revisions().forEach(store::delete);
      }
    }
  }

  private static boolean isUninstalled(History history) {
    return history.latest().filter(r -> r.status() == RevisionStatus.UNINSTALLED).isPresent();
  }

  private ReleaseOutcome upgrade(DesiredRelease desired, Ownership ownership) {
    return deploy(
        FailedStep.UPGRADE,
        () -> engine.upgrade(desired),
        desired,
        ownership,
        ReleaseOutcome.Upgraded::new);
  }

  private ReleaseOutcome deploy(
      FailedStep step,
      Runnable engineCall,
      DesiredRelease desired,
      Ownership ownership,
      Function<Revision, ReleaseOutcome> success) {
    try {
      engineCall.run();
    } catch (EngineException e) {
      // A revision may have been written before it failed; the API may serve other kinds than was
      // thought.
      prune(store.refresh(desired.release()));
      objects.apis().invalidate();
      return failed(step, e.failure());
    }
    var history = store.refresh(desired.release());
    var latest = history.latest();
    if (latest.isEmpty() || !isDeployed(latest.get(), desired)) {
      return new ReleaseOutcome.Failed(
          step, "Helm reported success, but the newest revision is not deployed");
    }
    settle(history, latest.get(), ownership);
    return success.apply(latest.get());
  }

  /**
   * Helm only logs it when its last write of a revision fails, so its word alone does not count.
   */
  private static boolean isDeployed(Revision latest, DesiredRelease desired) {
    return latest.status() == RevisionStatus.DEPLOYED && latest.madeFrom(desired.inputDigest());
  }

  private void settle(History history, Revision current, Ownership ownership) {
    objects.adoption().adopt(current, ownership);
    objects.leftovers().removeAfterFailures(history.failedJustBefore(current), current);
    prune(history);
  }

  private void prune(History history) {
    var surplus = history.beyond(maxHistory);
    var failed = surplus.stream().filter(r -> r.status() == RevisionStatus.FAILED).toList();
    // With the last revision that names it, what only a failed one made would be forgotten.
    objects.leftovers().removeForgotten(failed, history.without(surplus));
    surplus.forEach(store::delete);
  }

  private ReleaseOutcome correct(Revision current, List<Drift> drifts, Ownership ownership) {
    return switch (driftPolicy) {
      case CORRECT ->
          new ReleaseOutcome.DriftCorrected(
              current, objects.repair().repair(current, drifts, ownership));
      case WARN -> leave(current, objects.inspection().confirm(current, drifts, ownership));
      case IGNORE -> new ReleaseOutcome.Kept(current);
    };
  }

  private static ReleaseOutcome leave(Revision current, List<Drift> drifts) {
    return drifts.isEmpty()
        ? new ReleaseOutcome.Kept(current)
        : new ReleaseOutcome.DriftLeft(current, drifts);
  }

  /** Adoption first: once the revision is our own, nothing would show that it is still to do. */
  private ReleaseOutcome takeOver(Revision inherited, DesiredRelease desired, Ownership ownership) {
    objects.adoption().adopt(inherited, ownership);
    return store.takeOver(inherited, desired)
        ? new ReleaseOutcome.TakenOver(inherited)
        : new ReleaseOutcome.Waiting(
            "revision %d of release %s was changed by somebody else"
                .formatted(inherited.number(), inherited.release()));
  }

  private ReleaseOutcome unlock(Revision pending) {
    return store.unlock(pending) ? new ReleaseOutcome.Unlocked(pending) : awaitOther(pending);
  }

  private static ReleaseOutcome refuse(Revision foreign) {
    var owner =
        foreign
            .origin()
            .map(origin -> "belongs to " + origin.primary())
            .orElse("was made by somebody else");
    return new ReleaseOutcome.Refused(
        Reasons.RELEASE_TAKEN,
        "release %s %s; give this primary another name, or remove that release"
            .formatted(foreign.release(), owner));
  }

  static ReleaseOutcome failed(FailedStep step, EngineFailure failure) {
    return switch (failure) {
      case EngineFailure.Locked locked -> new ReleaseOutcome.Waiting(locked.message());
      case EngineFailure.Overdue overdue -> new ReleaseOutcome.Waiting(overdue.message());
      case EngineFailure.Unrenderable unrenderable ->
          new ReleaseOutcome.Failed(step, unrenderable.message());
      case EngineFailure.Unreachable unreachable ->
          new ReleaseOutcome.Failed(step, unreachable.message());
      case EngineFailure.Rejected rejected -> new ReleaseOutcome.Failed(step, rejected.message());
      case EngineFailure.Immutable immutable ->
          new ReleaseOutcome.Failed(step, immutable.message());
      case EngineFailure.Forbidden forbidden ->
          new ReleaseOutcome.Failed(step, forbidden.message());
      case EngineFailure.TooLarge large -> new ReleaseOutcome.Failed(step, large.message());
    };
  }
}
