package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.Recreation;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.Beliefs;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import dev.catamaran.telemetry.Step;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes revisions, and completes what Helm leaves undone. */
public final class RevisionMaker {
  private static final Logger log = LoggerFactory.getLogger(RevisionMaker.class);

  private final HelmEngine engine;
  private final ReleaseStore store;
  private final Beliefs beliefs;
  private final ReleaseObjects objects;
  private final RevisionPurge clearance;
  private final RevisionCompletion settlement;

  public RevisionMaker(
      HelmEngine engine,
      ReleaseStore store,
      Beliefs beliefs,
      ReleaseObjects objects,
      int maxHistory) {
    this.engine = engine;
    this.store = store;
    this.beliefs = beliefs;
    this.objects = objects;
    this.clearance = new RevisionPurge(store, beliefs, objects);
    this.settlement = new RevisionCompletion(store, beliefs, objects, maxHistory);
  }

  /**
   * One engine call, and the check of its result.
   *
   * @param secrets hidden from messages, also those of a restored revision, which may have no other
   *     source any more
   */
  private record Attempt(
      FailedStep step,
      DesiredRelease desired,
      Ownership ownership,
      SecretTexts secrets,
      Supplier<HelmCall> call,
      Predicate<Revision> isMeant,
      Function<Revision, ReleaseOutcome> success) {}

  ReleaseOutcome install(DesiredRelease desired, Ownership ownership) {
    forgetUninstalled(desired.release());
    return make(installation(desired, ownership));
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
    seeToFailure(desired.release(), ownership);
    if (!forgotten.revisions().reversed().stream().allMatch(store::delete)) {
      return ReleaseExecutor.changed(newest);
    }
    var outcome = make(installation(desired, ownership));
    if (outcome instanceof ReleaseOutcome.Installed(var current)) {
      objects.leftovers().removeAfterFailures(forgotten.revisions(), current);
    }
    return outcome;
  }

  /**
   * Upgrades the release. Helm compares with the stored revision, and deletes objects that only it
   * has: so it must be the operator's own. If no revision is left, Helm installs the first revision
   * over the existing objects.
   */
  ReleaseOutcome upgrade(DesiredRelease desired, Ownership ownership) {
    var cleared = clearance.ofDisbelieved(desired.release(), ownership);
    var outcome =
        make(
            cleared.newest() == 0
                ? installation(desired, ownership)
                : new Attempt(
                    FailedStep.UPGRADE,
                    desired,
                    ownership,
                    desired.secrets(),
                    () -> new HelmCall.Upgrade(keepingScales(desired)),
                    revision -> revision.madeFrom(desired.inputDigest()),
                    ReleaseOutcome.Upgraded::new));
    if (outcome instanceof ReleaseOutcome.Installed(var current)) {
      objects.leftovers().removeAfterFailures(cleared.revisions(), current);
    }
    if (outcome instanceof ReleaseOutcome.Upgraded(var current)) {
      objects.leftovers().removeAfterFailures(cleared.revisions(), current);
    }
    return outcome;
  }

  /** Deletes an object that cannot be changed, and retries the operation that failed on it. */
  ReleaseOutcome recreate(
      Revision failed, ObjectKey obstacle, DesiredRelease desired, Ownership ownership) {
    var step = failed.isLiteral() ? FailedStep.ROLLBACK : FailedStep.UPGRADE;
    if (!store.isNewest(failed)) {
      return ReleaseExecutor.changed(failed);
    }
    return switch (objects.recreation().delete(obstacle, desired.release())) {
      case Recreation.Result.Refused(var why) -> new ReleaseOutcome.Failed(step, why);
      case Recreation.Result.Deleted ignored ->
          failed.isLiteral() ? rollback(failed, desired, ownership) : upgrade(desired, ownership);
    };
  }

  /** Undoes {@code failed} by a rollback to the last good revision. */
  ReleaseOutcome rollback(Revision failed, DesiredRelease desired, Ownership ownership) {
    // Clearing would delete revisions that another client has made since.
    if (!store.isNewest(failed)) {
      return ReleaseExecutor.changed(failed);
    }
    clearance.ofDisbelieved(desired.release(), ownership);
    return believed(store.refresh(desired.release()), desired)
        .lastGoodBefore(failed)
        .map(target -> make(copy(target, desired, ownership, ReleaseOutcome.RolledBack::new)))
        .orElseGet(
            () ->
                new ReleaseOutcome.Failed(
                    FailedStep.ROLLBACK, "there is no good revision to go back to"));
  }

  /** Rolls back to a revision that a person named. */
  ReleaseOutcome goBack(int revision, DesiredRelease desired, Ownership ownership) {
    clearance.ofDisbelieved(desired.release(), ownership);
    var history = believed(store.refresh(desired.release()), desired);
    return history
        .find(revision)
        .map(target -> make(copy(target, desired, ownership, ReleaseOutcome.WentBack::new)))
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

  private Attempt installation(DesiredRelease desired, Ownership ownership) {
    return new Attempt(
        FailedStep.INSTALL,
        desired,
        ownership,
        desired.secrets(),
        () -> new HelmCall.Install(desired),
        revision -> revision.madeFrom(desired.inputDigest()),
        ReleaseOutcome.Installed::new);
  }

  private Attempt copy(
      Revision target,
      DesiredRelease desired,
      Ownership ownership,
      Function<Revision, ReleaseOutcome> success) {
    return new Attempt(
        FailedStep.ROLLBACK,
        desired,
        ownership,
        desired.secrets().and(target.secrets()),
        () -> new HelmCall.Rollback(keepingScales(desired), target),
        Revision::isLiteral,
        success);
  }

  /** Keeps the replicas that autoscalers set, whatever the chart says. */
  private DesiredRelease keepingScales(DesiredRelease desired) {
    return store
        .known(desired.release())
        .latest()
        .map(latest -> desired.keeping(objects.workloads().scales(latest)))
        .orElse(desired);
  }

  private ReleaseOutcome make(Attempt attempt) {
    var release = attempt.desired().release();
    var primary = attempt.desired().primary();
    int before = store.known(release).latest().map(Revision::number).orElse(0);
    beliefs.announce(primary, attempt.desired().inputDigest());
    seeToFailure(release, attempt.ownership());
    var call = call(attempt, before);
    if (call.failure().isPresent() && makesRoom(call.failure().get(), call.history(), attempt)) {
      call = call(attempt, before);
    }
    beliefs.endAttempt(primary);
    if (call.failure().isPresent()) {
      settlement.prune(call.history(), attempt.ownership());
      // The API server may serve other kinds than the operator assumed.
      objects.apis().invalidate();
      return EngineFailures.outcome(attempt.step(), call.failure().get(), attempt.secrets());
    }
    return made(attempt, call.history());
  }

  /**
   * One engine call.
   *
   * @param history the stored revisions after it; Helm may have stored one although it failed
   */
  private record Call(Optional<EngineFailure> failure, History history) {}

  private Call call(Attempt attempt, int before) {
    Optional<EngineFailure> failure = Optional.empty();
    try {
      engine.run(attempt.call().get());
    } catch (EngineException e) {
      failure = Optional.of(e.failure());
    }
    var history = store.refresh(attempt.desired().release());
    noteNewest(history, failure.isPresent() ? before + 1 : 1, attempt.desired().primary());
    return new Call(failure, history);
  }

  /**
   * Repairs the objects that Helm cannot patch, after a person or an unfinished upgrade replaced
   * items of their lists: Helm's patch adds the items of the chart, and leaves those others. The
   * failed revision contains the desired objects. An install cannot be called again over it.
   */
  private boolean makesRoom(EngineFailure failure, History history, Attempt attempt) {
    return attempt.step() != FailedStep.INSTALL
        && failure instanceof EngineFailure.Rejected rejected
        && history
            .latest()
            .filter(failed -> failed.status() == RevisionStatus.FAILED)
            .filter(attempt.isMeant())
            .filter(failed -> beliefs.covers(attempt.desired().primary(), failed))
            .map(failed -> makeRoom(failed, rejected, attempt.ownership()))
            .orElse(false);
  }

  private boolean makeRoom(Revision failed, EngineFailure.Rejected why, Ownership ownership) {
    var repaired = objects.repair().makeRoom(failed, why::refusesPatchOf, ownership);
    if (!repaired.isEmpty()) {
      log.info(
          "Helm could not patch {} of release {}; repaired, Helm tries once more",
          repaired,
          failed.release());
    }
    return !repaired.isEmpty();
  }

  private ReleaseOutcome made(Attempt attempt, History history) {
    // Helm only logs a failure of its last write of a revision. So check the stored revision.
    var made =
        history
            .latest()
            .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
            .filter(attempt.isMeant());
    var pending = history.latest().filter(revision -> revision.status().isPending());
    if (pending.isPresent()) {
      return new ReleaseOutcome.Hindered(
          attempt.step(),
          Reasons.RELEASE_NOT_STORED,
          "Helm made revision %d, but could not store what became of it; it is made again"
              .formatted(pending.get().number()));
    }
    if (made.isEmpty()) {
      return new ReleaseOutcome.Failed(
          attempt.step(), "Helm reported success, but the newest revision is not deployed");
    }
    Step.current().says("catamaran.release.revision", made.get().number());
    settlement.settle(history, made.get(), attempt.ownership());
    return attempt.success().apply(made.get());
  }

  /** Believes the revision that the operator's own call stored. */
  private void noteNewest(History history, int from, PrimaryIdentity primary) {
    history
        .latest()
        .filter(newest -> newest.number() >= from && newest.belongsTo(primary))
        .ifPresent(newest -> beliefs.note(primary, newest));
  }

  /**
   * Adopts the objects of a failed revision before the next attempt: once no revision names them,
   * nothing identifies their owner. Deletes hooks of an interrupted operation. If the input caused
   * the failure, the hooks stay, so that people can inspect them.
   */
  private void seeToFailure(ReleaseKey release, Ownership ownership) {
    var failed =
        store
            .known(release)
            .latest()
            .filter(revision -> revision.status() != RevisionStatus.DEPLOYED)
            .filter(revision -> beliefs.covers(ownership.primary(), revision));
    failed.ifPresent(revision -> objects.adoption().adoptMade(revision, ownership));
    failed
        .filter(revision -> !revision.blamesItsInput())
        .ifPresent(objects.leftovers()::removeCutOffHooks);
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
