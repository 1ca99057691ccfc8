package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.Drift;
import dev.catamaran.observe.Beliefs;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.DriftPolicy;
import dev.catamaran.watch.Permission;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Fourth step of a pass: executes the one action. Only this class and {@link ReleaseRemover} change
 * anything except the status.
 */
public final class ReleaseExecutor {
  private static final ReleaseAction PAUSE =
      new ReleaseAction.Conclude(new ReleaseOutcome.Paused());

  private final HelmEngine engine;
  private final ReleaseStore store;
  private final Beliefs beliefs;
  private final ReleaseObjects objects;
  private final RevisionPurge purge;
  private final RevisionMaker maker;
  private final ReleaseRemover remover;
  private final DriftPolicy driftPolicy;
  private final Duration timeout;

  public ReleaseExecutor(
      HelmEngine engine,
      ReleaseStore store,
      Beliefs beliefs,
      ReleaseObjects objects,
      RevisionMaker maker,
      ReleaseRemover remover,
      DriftPolicy driftPolicy,
      Duration timeout) {
    this.engine = engine;
    this.store = store;
    this.beliefs = beliefs;
    this.objects = objects;
    this.purge = new RevisionPurge(store, beliefs, objects);
    this.maker = maker;
    this.remover = remover;
    this.driftPolicy = driftPolicy;
    this.timeout = timeout;
  }

  ReleaseOutcome execute(ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    if (!action.equals(PAUSE)) {
      // At once: a foreground deletion collects what the primary owns before any pass over it.
      objects.disownKnown(store.known(desired.release()).revisions(), ownership);
    }
    var outcome = outcome(action, desired, ownership);
    lasting(action).ifPresent(this::noteEnded);
    return outcome;
  }

  /** Returns the revision that stays the present one after an action. */
  private static Optional<Revision> lasting(ReleaseAction action) {
    return switch (action) {
      case ReleaseAction.Keep(var current) -> Optional.of(current);
      case ReleaseAction.CorrectDrift(var current, var ignored) -> Optional.of(current);
      case ReleaseAction.Conclude(ReleaseOutcome.Progressing(var current, var ignored)) ->
          Optional.of(current);
      case ReleaseAction.Conclude ignored -> Optional.empty();
      case ReleaseAction.Install ignored -> Optional.empty();
      case ReleaseAction.Reinstall ignored -> Optional.empty();
      case ReleaseAction.Upgrade ignored -> Optional.empty();
      case ReleaseAction.Recreate ignored -> Optional.empty();
      case ReleaseAction.Rollback ignored -> Optional.empty();
      case ReleaseAction.GoBack ignored -> Optional.empty();
      case ReleaseAction.Complete ignored -> Optional.empty();
      case ReleaseAction.RemoveFailed ignored -> Optional.empty();
      case ReleaseAction.MarkFailed ignored -> Optional.empty();
      case ReleaseAction.Test ignored -> Optional.empty();
      case ReleaseAction.TakeOver ignored -> Optional.empty();
      case ReleaseAction.RepairCurrent ignored -> Optional.empty();
      case ReleaseAction.Unlock ignored -> Optional.empty();
      case ReleaseAction.Refuse ignored -> Optional.empty();
      case ReleaseAction.Refer ignored -> Optional.empty();
    };
  }

  /** Records once what ended: after a restart, nothing else shows why it is not there. */
  private void noteEnded(Revision current) {
    var ended = objects.ended(current);
    if (!current.ended().keySet().containsAll(ended.keySet())) {
      store.noteEnded(current, ended);
    }
  }

  private ReleaseOutcome outcome(
      ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    return switch (action) {
      case ReleaseAction.Install ignored -> maker.install(desired, ownership);
      case ReleaseAction.Reinstall(var newest) -> maker.reinstall(newest, desired, ownership);
      case ReleaseAction.Upgrade ignored -> maker.upgrade(desired, ownership);
      case ReleaseAction.Recreate(var failed, var obstacle) ->
          maker.recreate(failed, obstacle, desired, ownership);
      case ReleaseAction.Rollback rollback -> maker.rollback(rollback, desired, ownership);
      case ReleaseAction.GoBack(var revision, var first) ->
          first
              .map(recreate -> maker.goBackOver(recreate, revision, desired, ownership))
              .orElseGet(() -> maker.goBack(revision, desired, ownership));
      case ReleaseAction.Complete(var current) -> maker.complete(current, ownership);
      case ReleaseAction.RemoveFailed(var failed, var extent) ->
          remover.removeFailed(failed, extent, ownership);
      case ReleaseAction.MarkFailed(var current, var why) -> markFailed(current, why);
      case ReleaseAction.Test(var current) -> test(current, desired, ownership);
      case ReleaseAction.TakeOver(var inherited) -> takeOver(inherited, desired, ownership);
      case ReleaseAction.CorrectDrift(var current, var drifts) ->
          correct(current, drifts, ownership);
      case ReleaseAction.RepairCurrent(var current, var drifts, var otherwise) ->
          repairCurrent(current, drifts, otherwise, ownership);
      case ReleaseAction.Unlock(var pending) -> unlock(pending);
      case ReleaseAction.Refuse(var foreign) -> refuse(foreign);
      case ReleaseAction.Refer(var unreported) -> refer(unreported);
      case ReleaseAction.Keep(var current) -> keep(current, ownership);
      case ReleaseAction.Conclude(var outcome) -> outcome;
    };
  }

  private ReleaseOutcome keep(Revision current, Ownership ownership) {
    tidy(current, ownership);
    return new ReleaseOutcome.Kept(current);
  }

  /** Removes what other clients left since: Helm, or a person who deleted revisions. */
  private void tidy(Revision current, Ownership ownership) {
    store.known(current.release()).outlived().forEach(store::supersede);
    beliefs.noteDeleted(
        ownership.primary(),
        objects.removeStrays(current, ownership),
        "which Helm made for a revision that is no longer stored");
  }

  private ReleaseOutcome markFailed(Revision current, String why) {
    var step = current.number() == 1 ? FailedStep.INSTALL : FailedStep.UPGRADE;
    return store.fail(current, Revision.markedFailed(why))
        ? new ReleaseOutcome.Failed(
            step, "revision %d was deployed and is %s".formatted(current.number(), why))
        : ReleaseOutcome.Waiting.forOther(current);
  }

  /** Helm runs the tests of the newest stored revision: it must be the operator's own. */
  private ReleaseOutcome test(Revision current, DesiredRelease desired, Ownership ownership) {
    var cleared = purge.ofDisbelieved(current.release(), ownership);
    if (cleared.newest() != current.number()) {
      return ReleaseOutcome.Waiting.forOther(current);
    }
    try {
      engine.run(new HelmCall.Test(current.release(), timeout, desired.confinement()));
    } catch (EngineException e) {
      var failure = EngineFailures.outcome(FailedStep.UPGRADE, e.failure());
      return failure instanceof ReleaseOutcome.Failed
          ? markFailed(current, "refused by its tests: " + e.failure().message())
          : failure;
    }
    store.refresh(current.release());
    return new ReleaseOutcome.Tested(current);
  }

  private ReleaseOutcome correct(Revision current, List<Drift> drifts, Ownership ownership) {
    return switch (driftPolicy) {
      case CORRECT -> repair(current, drifts, ownership);
      case WARN -> {
        var real = objects.confirm(current, drifts, ownership);
        yield real.isEmpty()
            ? leave(current, drifts, ownership)
            : new ReleaseOutcome.DriftLeft(current, real);
      }
      case IGNORE -> {
        objects.adopt(current, drifts, ownership);
        yield leave(current, drifts, ownership);
      }
    };
  }

  private ReleaseOutcome repair(Revision current, List<Drift> drifts, Ownership ownership) {
    var corrections = objects.repair(current, drifts, ownership);
    var contests = objects.contests(current);
    if (!contests.isEmpty()) {
      return new ReleaseOutcome.Contested(current, corrections, contests);
    }
    if (corrections.isEmpty()) {
      // Without a watch of some object, each pass is a repair.
      tidy(current, ownership);
    }
    var unserved = drifts.stream().filter(Drift.Unserved.class::isInstance).toList();
    return corrections.isEmpty() && !unserved.isEmpty()
        ? new ReleaseOutcome.DriftLeft(current, unserved)
        : new ReleaseOutcome.DriftCorrected(current, corrections);
  }

  private ReleaseOutcome repairCurrent(
      Revision current, List<Drift> drifts, ReleaseOutcome otherwise, Ownership ownership) {
    var corrections = objects.repair(current, drifts, ownership);
    return corrections.isEmpty()
        ? otherwise
        : new ReleaseOutcome.CurrentRepaired(current, corrections);
  }

  /** No event tells of a missing object, nor of one that is not watched: each pass looks again. */
  private ReleaseOutcome leave(Revision current, List<Drift> drifts, Ownership ownership) {
    var kept = keep(current, ownership);
    return drifts.stream().allMatch(Drift.Changed.class::isInstance)
        ? kept
        : new ReleaseOutcome.DriftCorrected(current, List.of());
  }

  /**
   * Adopts the objects first: once the revision is the operator's own, nothing shows that they
   * still need adoption.
   */
  private ReleaseOutcome takeOver(Revision inherited, DesiredRelease desired, Ownership ownership) {
    objects.adopt(inherited, ownership);
    var primary = desired.primary();
    boolean isOurs =
        store.takeOver(inherited, desired, edited -> beliefs.announceEdit(primary, edited));
    beliefs.endAttempt(primary);
    if (isOurs) {
      store.known(inherited.release()).latest().ifPresent(taken -> beliefs.note(primary, taken));
    }
    return isOurs ? new ReleaseOutcome.TakenOver(inherited) : changed(inherited);
  }

  /** Returns the outcome if another client changed the revision after the decision. */
  static ReleaseOutcome changed(Revision revision) {
    return new ReleaseOutcome.Waiting(
        "another client changed revision %d of release %s"
            .formatted(revision.number(), revision.release()));
  }

  private ReleaseOutcome unlock(Revision pending) {
    return store.fail(pending, pending.abandoned())
        ? new ReleaseOutcome.Unlocked(pending)
        : ReleaseOutcome.Waiting.forOther(pending);
  }

  private static ReleaseOutcome refer(Revision unreported) {
    return new ReleaseOutcome.Refused(
        Reasons.REVISION_NOT_REPORTED,
        "revision %d of release %s is stored for this primary, and its status does not report it: the status was lost, or another client stored the revision. It is neither used nor deleted. If it is the operator's own, %s. If not, delete the Secrets of the release: the chart is then installed over what is there"
            .formatted(
                unreported.number(),
                unreported.release(),
                Permission.UNREPORTED_REVISIONS.remedy()));
  }

  private static ReleaseOutcome refuse(Revision foreign) {
    var owner =
        foreign
            .origin()
            .map(
                origin ->
                    "belongs to %s; give this primary another name".formatted(origin.primary()))
            .orElse(
                "was not made by this operator; to adopt it, annotate this primary with %s: \"true\" where its kind has %s: true in watches.yaml"
                    .formatted(PrimaryAnnotations.ADOPT_RELEASE, Permission.ADOPTION.option()));
    return new ReleaseOutcome.Refused(
        Reasons.RELEASE_TAKEN,
        "release %s %s, or remove that release".formatted(foreign.release(), owner));
  }
}
