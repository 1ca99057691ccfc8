package dev.catamaran.execute;

import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Account;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.Revision;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Permission;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Fourth step of a pass: executes the one action, with the rights of one account. Only this class
 * and {@link ReleaseRemover} change anything except the status.
 */
public final class ReleaseWriter {
  private final Account account;
  private final Predicate<Account> isGone;
  private final HelmEngine engine;
  private final ReleaseStore store;
  private final TrustedRevisions trust;
  private final ReleaseObjects objects;
  private final RevisionPurge purge;
  private final RevisionMaker maker;
  private final PresentRevision present;
  private final ReleaseRemover remover;
  private final ReleaseRemover ownRemover;
  private final Duration timeout;

  /**
   * Combines the parts of a writer.
   *
   * @param account has the rights of {@code access} and {@code remover}
   * @param isGone whether an account certainly does not exist
   * @param ownRemover uses the operator's own rights
   * @param timeout limit of a chart's tests
   */
  public ReleaseWriter(
      Account account,
      Predicate<Account> isGone,
      ReleaseAccess access,
      ReleaseStore store,
      TrustedRevisions trust,
      HistoryLimit limit,
      DriftPolicy drift,
      ReleaseRemover remover,
      ReleaseRemover ownRemover,
      Duration timeout) {
    this.account = account;
    this.isGone = isGone;
    this.engine = access.engine();
    this.store = store;
    this.trust = trust;
    this.objects = access.objects();
    this.purge = new RevisionPurge(store, trust, objects);
    this.maker = new RevisionMaker(engine, store, trust, objects, limit);
    this.present = new PresentRevision(store, trust, objects, drift);
    this.remover = remover;
    this.ownRemover = ownRemover;
    this.timeout = timeout;
  }

  /** Executes an action for a primary that is not being deleted. */
  public ReleaseOutcome execute(ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    var reported = orFailure(step(action), () -> carryOut(action, desired, ownership));
    // A refused repair of the current revision says nothing about the input that waits.
    var outcome =
        action instanceof ReleaseAction.RepairCurrent
            ? EngineFailures.blamingNoInput(reported)
            : reported;
    return outcome instanceof Hindered(var step, var reason, var message)
            && reason.equals(Reasons.FORBIDDEN)
        ? new Hindered(step, reason, explained(message, desired.primary().kind()))
        : outcome;
  }

  /** Repairs the current revision of a primary whose spec cannot be followed. */
  public ReleaseOutcome repair(ReleaseAction.RepairCurrent repair, Ownership ownership) {
    return orFailure(
        FailedStep.RECONCILE,
        () ->
            present.repairMeanwhile(
                repair.current(), repair.drifts(), repair.otherwise(), ownership));
  }

  private static FailedStep step(ReleaseAction action) {
    return action instanceof ReleaseAction.RemoveFailed
        ? FailedStep.UNINSTALL
        : FailedStep.RECONCILE;
  }

  /** Adds to the message about a missing right why it is missing, or what adds it. */
  private String explained(String message, String kind) {
    var cause = isGone.test(account) ? account + " does not exist: " : "";
    return cause + message + "; " + account.remedy(kind);
  }

  /**
   * Executes an action for a primary that is being deleted. If its account does not exist, deletes
   * only objects that carry the primary's own marks: anybody who may write Secrets may have written
   * a stored manifest, which must not use the operator's rights.
   */
  public ReleaseOutcome remove(
      RemovalAction action,
      ReleaseKey release,
      Ownership ownership,
      PrimaryAnnotations annotations) {
    var outcome =
        orFailure(
            FailedStep.UNINSTALL, () -> remover.remove(action, release, ownership, annotations));
    return outcome instanceof Hindered hindered && lacksAccount(hindered.reason())
        ? orFailure(FailedStep.UNINSTALL, () -> ownRemover.removeMarked(release, ownership))
        : outcome;
  }

  private boolean lacksAccount(String reason) {
    return reason.equals(Reasons.FORBIDDEN) && isGone.test(account);
  }

  /**
   * Turns a refusal by the API server, or of a write of a stored revision, into an outcome. The
   * caller handles an API server that the operator itself does not reach.
   */
  private static ReleaseOutcome orFailure(FailedStep step, Supplier<ReleaseOutcome> action) {
    try {
      return action.get();
    } catch (KubernetesClientException e) {
      var failure = ApiFailures.of(e);
      if (failure.kind() == EngineFailure.Kind.UNREACHABLE) {
        throw e;
      }
      return EngineFailures.outcome(step, failure);
    } catch (EngineException e) {
      return EngineFailures.outcome(step, e.failure());
    }
  }

  private ReleaseOutcome carryOut(
      ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    if (!(action instanceof ReleaseAction.Conclude) && trust.isAttempting(desired.primary())) {
      return new ReleaseOutcome.Waiting(
          "an earlier Helm call for release " + desired.release() + " has not returned");
    }
    if (!(action instanceof ReleaseAction.Conclude(ReleaseOutcome.Paused ignored))) {
      // At once: a foreground deletion collects what the primary owns before any pass over it.
      objects.disownKnown(store.known(desired.release()).revisions(), ownership);
    }
    var outcome = outcome(action, desired, ownership);
    lasting(action).ifPresent(present::noteEnded);
    return outcome;
  }

  /** Returns the revision that stays the present one after an action. */
  private static Optional<Revision> lasting(ReleaseAction action) {
    return switch (action) {
      case ReleaseAction.Keep(var current) -> Optional.of(current);
      case ReleaseAction.CorrectDrift(var current, var ignored) -> Optional.of(current);
      case ReleaseAction.Conclude(ReleaseOutcome.Progressing(var current, var ignored)) ->
          Optional.of(current);
      default -> Optional.empty();
    };
  }

  private ReleaseOutcome outcome(
      ReleaseAction action, DesiredRelease desired, Ownership ownership) {
    return switch (action) {
      case ReleaseAction.Install ignored -> maker.install(desired, ownership);
      case ReleaseAction.Reinstall(var newest) -> maker.reinstall(newest, desired, ownership);
      case ReleaseAction.Upgrade ignored -> maker.upgrade(desired, ownership);
      case ReleaseAction.Rollback rollback -> maker.rollback(rollback, desired, ownership);
      case ReleaseAction.GoBack(var revision) -> maker.goBack(revision, desired, ownership);
      case ReleaseAction.Complete(var current) -> maker.complete(current, ownership);
      case ReleaseAction.RemoveFailed(var failed, var extent) ->
          remover.removeFailed(failed, extent, ownership);
      case ReleaseAction.MarkFailed(var current, var why) -> markFailed(current, why);
      case ReleaseAction.Test(var current) -> test(current, desired, ownership);
      case ReleaseAction.TakeOver(var inherited) -> takeOver(inherited, desired, ownership);
      case ReleaseAction.CorrectDrift(var current, var drifts) ->
          present.correct(current, drifts, ownership);
      case ReleaseAction.RepairCurrent(var current, var drifts, var otherwise) ->
          present.repairMeanwhile(current, drifts, otherwise, ownership);
      case ReleaseAction.Unlock(var pending) -> unlock(pending);
      case ReleaseAction.Refuse(var foreign) -> refuse(foreign);
      case ReleaseAction.Refer(var unreported) -> refer(unreported);
      case ReleaseAction.Keep(var current) -> present.keep(current, ownership);
      case ReleaseAction.Conclude(var outcome) -> outcome;
    };
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
    var cleared = purge.ofDistrusted(current.release(), ownership);
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

  /**
   * Adopts the objects first: once the revision is the operator's own, nothing shows that they
   * still need adoption.
   */
  private ReleaseOutcome takeOver(Revision inherited, DesiredRelease desired, Ownership ownership) {
    objects.settle(List.of(), inherited, key -> true, ownership);
    return trust.edit(desired.primary(), announce -> store.takeOver(inherited, desired, announce))
        ? new ReleaseOutcome.TakenOver(inherited)
        : ReleaseOutcome.Waiting.changed(inherited);
  }

  private ReleaseOutcome unlock(Revision pending) {
    return store.fail(pending, pending.abandoned())
        ? new ReleaseOutcome.Unlocked(pending)
        : ReleaseOutcome.Waiting.forOther(pending);
  }

  private static ReleaseOutcome refer(Revision unreported) {
    return new ReleaseOutcome.Refused(
        Reasons.REVISION_NOT_REPORTED,
        "revision %d of release %s is stored for this custom resource, and its status does not report it: the status was lost, or another client stored the revision. It is neither used nor deleted. If it is the operator's own, %s. If not, delete the Secrets of the release: the chart is then installed over what is there"
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
                    "belongs to %s; give this custom resource another name"
                        .formatted(origin.primary()))
            .orElse(
                "was not made by this operator; to adopt it, annotate this custom resource with %s: \"true\" where its kind has %s: true in watches.yaml"
                    .formatted(PrimaryAnnotations.ADOPT_RELEASE, Permission.ADOPTION.option()));
    return new ReleaseOutcome.Refused(
        Reasons.RELEASE_TAKEN,
        "release %s %s, or remove that release".formatted(foreign.release(), owner));
  }
}
