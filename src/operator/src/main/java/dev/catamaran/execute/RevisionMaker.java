package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.Recreation;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.Beliefs;
import dev.catamaran.release.Believed;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.Reasons;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes revisions: which attempt each action is, and on which revisions. {@link RevisionAttempts}
 * carries it out.
 */
public final class RevisionMaker {
  private final ReleaseStore store;
  private final Beliefs beliefs;
  private final ReleaseObjects objects;
  private final RevisionPurge purge;
  private final RevisionAttempts attempts;
  private final UnaffectedRevisions unaffected;

  public RevisionMaker(
      HelmEngine engine,
      ReleaseStore store,
      Beliefs beliefs,
      ReleaseObjects objects,
      HistoryLimit limit) {
    this.store = store;
    this.beliefs = beliefs;
    this.objects = objects;
    this.purge = new RevisionPurge(store, beliefs, objects);
    this.unaffected = new UnaffectedRevisions(engine, store, beliefs);
    this.attempts = new RevisionAttempts(engine, store, beliefs, objects, limit);
  }

  ReleaseOutcome install(DesiredRelease desired, Ownership ownership) {
    forgetUninstalled(desired.release());
    return attempts.make(installation(desired, ownership));
  }

  /**
   * Deletes the history and installs the release again. Helm adopts existing objects, so it creates
   * no duplicates. Objects that only the deleted revisions made are deleted. The newest revision is
   * deleted first: if another client changed it since the observation, nothing is deleted.
   */
  ReleaseOutcome reinstall(Revision newest, DesiredRelease desired, Ownership ownership) {
    var forgotten = store.refresh(desired.release());
    if (forgotten.latest().filter(newest::isStill).isEmpty()) {
      return ReleaseExecutor.changed(newest);
    }
    attempts.seeToFailure(desired.release(), ownership);
    if (!forgotten.revisions().reversed().stream().allMatch(store::delete)) {
      return ReleaseExecutor.changed(newest);
    }
    var outcome = attempts.make(installation(desired, ownership));
    if (outcome instanceof ReleaseOutcome.Installed(var current)) {
      objects.removeAfterFailures(forgotten.revisions(), current);
    }
    return outcome;
  }

  /**
   * Upgrades the release, unless the cluster's APIs changed without an effect on it. Helm compares
   * with the stored revision, and deletes objects that only it has: so it must be the operator's
   * own. If no revision is left, Helm installs the first revision over the existing objects.
   */
  ReleaseOutcome upgrade(DesiredRelease desired, Ownership ownership) {
    var cleared = purge.ofDisbelieved(desired.release(), ownership);
    var same = unaffected.of(keepingScales(desired));
    if (same.isPresent()) {
      return new ReleaseOutcome.Unaffected(same.get());
    }
    var outcome =
        attempts.make(
            cleared.newest() == 0
                ? installation(desired, ownership)
                : new RevisionAttempt(
                    FailedStep.UPGRADE,
                    desired,
                    desired.inputDigest(),
                    ownership,
                    desired.secrets(),
                    () -> new HelmCall.Upgrade(keepingScales(desired)),
                    revision -> revision.madeFrom(desired.inputDigest()),
                    ReleaseOutcome.Upgraded::new));
    if (outcome instanceof ReleaseOutcome.Installed(var current)) {
      objects.removeAfterFailures(cleared.revisions(), current);
    }
    if (outcome instanceof ReleaseOutcome.Upgraded(var current)) {
      objects.removeAfterFailures(cleared.revisions(), current);
    }
    return outcome;
  }

  /** Completes a deployed revision of a pass that was cut off. */
  ReleaseOutcome complete(Revision current, Ownership ownership) {
    return attempts.complete(current, ownership);
  }

  /** Deletes an object that cannot be changed, and retries the operation that failed on it. */
  ReleaseOutcome recreate(
      Revision failed, ObjectKey obstacle, DesiredRelease desired, Ownership ownership) {
    return afterDeletion(
        failed,
        obstacle,
        () ->
            failed.isLiteral()
                ? rollback(failed, desired, ownership)
                : upgrade(desired, ownership));
  }

  private ReleaseOutcome afterDeletion(
      Revision failed, ObjectKey obstacle, Supplier<ReleaseOutcome> next) {
    var step = failed.isLiteral() ? FailedStep.ROLLBACK : FailedStep.UPGRADE;
    if (!store.isNewest(failed)) {
      return ReleaseExecutor.changed(failed);
    }
    return switch (objects.delete(obstacle, failed.release())) {
      case Recreation.Result.Refused(var why) -> new ReleaseOutcome.Failed(step, why);
      case Recreation.Result.Deleted ignored -> next.get();
    };
  }

  /** Undoes {@code failed} by a rollback to the last good revision. */
  ReleaseOutcome rollback(Revision failed, DesiredRelease desired, Ownership ownership) {
    // Clearing would delete revisions that another client has made since.
    if (!store.isNewest(failed)) {
      return ReleaseExecutor.changed(failed);
    }
    purge.ofDisbelieved(desired.release(), ownership);
    return believed(store.refresh(desired.release()), desired)
        .lastGoodBefore(failed)
        .map(good -> undo(good, good.number(), desired, ownership))
        .or(() -> repeated(failed, desired, ownership))
        .orElseGet(
            () ->
                new ReleaseOutcome.Failed(
                    FailedStep.ROLLBACK, "there is no good revision to go back to"));
  }

  /** A failed rollback has the objects of its target, which may not be stored any more. */
  private Optional<ReleaseOutcome> repeated(
      Revision failed, DesiredRelease desired, Ownership ownership) {
    return Optional.of(failed)
        .filter(Revision::isLiteral)
        .map(copy -> undo(copy, copy.restored(), desired, ownership));
  }

  private ReleaseOutcome undo(
      Revision target, int restored, DesiredRelease desired, Ownership ownership) {
    return counted(
        attempts.make(copy(target, restored, desired, ownership, ReleaseOutcome.RolledBack::new)));
  }

  /**
   * Counts a copy that does not fit into its Secret as a failure. A refusal clears the failures of
   * the input, which would be upgraded and rolled back without end.
   */
  private static ReleaseOutcome counted(ReleaseOutcome outcome) {
    return outcome instanceof ReleaseOutcome.Refused(var ignored, var message)
        ? new ReleaseOutcome.Failed(FailedStep.ROLLBACK, message)
        : outcome;
  }

  /** Deletes an object at which the rollback to that revision failed, and repeats the rollback. */
  ReleaseOutcome goBackOver(
      ReleaseAction.Recreate first, int revision, DesiredRelease desired, Ownership ownership) {
    return afterDeletion(
        first.failed(), first.obstacle(), () -> goBack(revision, desired, ownership));
  }

  /** Rolls back to a revision that a person named. */
  ReleaseOutcome goBack(int revision, DesiredRelease desired, Ownership ownership) {
    purge.ofDisbelieved(desired.release(), ownership);
    var history = believed(store.refresh(desired.release()), desired);
    return history
        .withObjectsOf(revision)
        .map(
            target ->
                attempts.make(
                    copy(target, revision, desired, ownership, ReleaseOutcome.WentBack::new)))
        .orElseGet(() -> noSuchRevision(revision, history));
  }

  /** Excludes revisions that were not the operator's own: they are never restored. */
  private History believed(History history, DesiredRelease desired) {
    return new History(
        history.revisions().stream()
            .filter(revision -> beliefs.covers(desired.primary(), revision))
            .toList());
  }

  private static ReleaseOutcome noSuchRevision(int revision, History history) {
    var kept =
        history.revisions().stream()
            .map(found -> String.valueOf(found.number()))
            .collect(Collectors.joining(", "));
    return new ReleaseOutcome.Refused(
        Reasons.NO_SUCH_REVISION,
        "revision %d is not kept; %s"
            .formatted(
                revision,
                kept.isEmpty()
                    ? "the release has no revision"
                    : "the release has revisions " + kept));
  }

  private RevisionAttempt installation(DesiredRelease desired, Ownership ownership) {
    return new RevisionAttempt(
        FailedStep.INSTALL,
        desired,
        desired.inputDigest(),
        ownership,
        desired.secrets(),
        () -> new HelmCall.Install(desired),
        revision -> revision.madeFrom(desired.inputDigest()),
        ReleaseOutcome.Installed::new);
  }

  private RevisionAttempt copy(
      Revision target,
      int restored,
      DesiredRelease desired,
      Ownership ownership,
      Function<Revision, ReleaseOutcome> success) {
    return new RevisionAttempt(
        FailedStep.ROLLBACK,
        desired,
        Believed.copyOf(restored),
        ownership,
        desired.secrets().and(target.secrets()),
        () -> new HelmCall.Rollback(keepingScales(desired), target, restored),
        Revision::isLiteral,
        success);
  }

  /** Keeps the replicas that autoscalers set, whatever the chart says. */
  private DesiredRelease keepingScales(DesiredRelease desired) {
    return store
        .known(desired.release())
        .latest()
        .map(latest -> desired.keeping(objects.scales(latest)))
        .orElse(desired);
  }

  /**
   * Deletes the history of a release that another client uninstalled with its history kept: Helm
   * treats the name as taken.
   */
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
}
