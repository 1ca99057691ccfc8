package dev.catamaran.reconcile;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.Recreation;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Makes revisions, and sees to what Helm leaves undone around them. */
final class RevisionMaker {
  private final HelmEngine engine;
  private final ReleaseStore store;
  private final Beliefs beliefs;
  private final ReleaseObjects objects;
  private final RevisionPurge clearance;
  private final RevisionCompletion settlement;

  RevisionMaker(
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
    this.settlement = new RevisionCompletion(store, objects, maxHistory);
  }

  /**
   * One engine call, and how to know that it did what it says.
   *
   * @param secrets of the revision that is brought back, which nobody else may know any more
   */
  private record Attempt(
      FailedStep step,
      DesiredRelease desired,
      Ownership ownership,
      SecretTexts secrets,
      Runnable call,
      Predicate<Revision> isMeant,
      Function<Revision, ReleaseOutcome> success) {}

  ReleaseOutcome install(DesiredRelease desired, Ownership ownership) {
    forgetUninstalled(desired.release());
    return make(installation(desired, ownership));
  }

  /**
   * Helm adopts the objects that are there, and so makes none twice; those that only the forgotten
   * revisions made are deleted. The newest is forgotten first: where somebody has written it since
   * it was observed, nothing is.
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
   * Helm compares with what is stored, and deletes what only that has: so it must be our own. Where
   * nothing is left that is, Helm makes the first revision over what is there.
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
                    () -> engine.upgrade(keepingScales(desired)),
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

  /** Deletes what cannot be changed, and does again what failed at it. */
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

  /** Undoes {@code failed}. */
  ReleaseOutcome rollback(Revision failed, DesiredRelease desired, Ownership ownership) {
    // Clearing would delete what somebody has made since.
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

  /** Brings a revision back that a person named. */
  ReleaseOutcome goBack(int revision, DesiredRelease desired, Ownership ownership) {
    clearance.ofDisbelieved(desired.release(), ownership);
    var history = believed(store.refresh(desired.release()), desired);
    return history
        .find(revision)
        .map(target -> make(copy(target, desired, ownership, ReleaseOutcome.WentBack::new)))
        .orElseGet(() -> noSuchRevision(revision, history));
  }

  /** What was never ours is not brought back. */
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
            .formatted(revision, kept.isEmpty() ? "there is none" : "there are " + kept));
  }

  private Attempt installation(DesiredRelease desired, Ownership ownership) {
    return new Attempt(
        FailedStep.INSTALL,
        desired,
        ownership,
        desired.secrets(),
        () -> engine.install(desired),
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
        () -> engine.rollback(keepingScales(desired), target),
        Revision::isLiteral,
        success);
  }

  /** What autoscalers decided stays, whatever the chart names. */
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
    try {
      attempt.call().run();
    } catch (EngineException e) {
      // A revision may have been written before it failed; the API may serve other kinds than was
      // thought.
      var history = store.refresh(release);
      noteNewest(history, before + 1, primary);
      settlement.prune(history);
      objects.apis().invalidate();
      return EngineFailures.outcome(attempt.step(), e.failure(), attempt.secrets());
    }
    var history = store.refresh(release);
    noteNewest(history, 1, primary);
    // Helm only logs it when its last write of a revision fails, so its word alone does not count.
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

  /** What our own call has stored is believed from now on. */
  private void noteNewest(History history, int from, PrimaryIdentity primary) {
    history
        .latest()
        .filter(newest -> newest.number() >= from && newest.belongsTo(primary))
        .ifPresent(newest -> beliefs.note(primary, newest));
  }

  /**
   * What a revision made that failed is adopted before another is tried: nothing else tells whose
   * it is once no revision names it. Of what failed by its input's fault the hooks stay, for people
   * to look at.
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
}
