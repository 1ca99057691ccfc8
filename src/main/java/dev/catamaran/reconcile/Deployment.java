package dev.catamaran.reconcile;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.Recreation;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.Reasons;
import dev.catamaran.telemetry.Step;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Makes revisions, and sees to what Helm leaves undone around them. */
final class Deployment {
  private final HelmEngine engine;
  private final ReleaseStore store;
  private final ReleaseObjects objects;
  private final int maxHistory;

  Deployment(HelmEngine engine, ReleaseStore store, ReleaseObjects objects, int maxHistory) {
    this.engine = engine;
    this.store = store;
    this.objects = objects;
    this.maxHistory = maxHistory;
  }

  /** One engine call, and how to know that it did what it says. */
  private record Attempt(
      FailedStep step,
      DesiredRelease desired,
      Ownership ownership,
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
    boolean isForgotten =
        forgotten.latest().filter(newest::isStill).isPresent()
            && forgotten.revisions().reversed().stream().allMatch(store::delete);
    if (!isForgotten) {
      return ReleaseExecutor.changed(newest);
    }
    var outcome = make(installation(desired, ownership));
    if (outcome instanceof ReleaseOutcome.Installed(var current)) {
      objects.leftovers().removeAfterFailures(forgotten.revisions(), current);
    }
    return outcome;
  }

  ReleaseOutcome upgrade(DesiredRelease desired, Ownership ownership) {
    return make(
        new Attempt(
            FailedStep.UPGRADE,
            desired,
            ownership,
            () -> engine.upgrade(keepingScales(desired)),
            revision -> revision.madeFrom(desired.inputDigest()),
            ReleaseOutcome.Upgraded::new));
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
    var history = store.refresh(desired.release());
    if (history.latest().filter(failed::isStill).isEmpty()) {
      return ReleaseExecutor.changed(failed);
    }
    return history
        .lastGoodBefore(failed)
        .map(target -> make(copy(target, desired, ownership, ReleaseOutcome.RolledBack::new)))
        .orElseGet(
            () ->
                new ReleaseOutcome.Failed(
                    FailedStep.ROLLBACK, "there is no good revision to go back to"));
  }

  /** Brings a revision back that a person named. */
  ReleaseOutcome goBack(int revision, DesiredRelease desired, Ownership ownership) {
    var history = store.refresh(desired.release());
    return history
        .find(revision)
        .map(target -> make(copy(target, desired, ownership, ReleaseOutcome.WentBack::new)))
        .orElseGet(() -> noSuchRevision(revision, history));
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
    try {
      attempt.call().run();
    } catch (EngineException e) {
      // A revision may have been written before it failed; the API may serve other kinds than was
      // thought.
      prune(store.refresh(release));
      objects.apis().invalidate();
      return EngineFailures.outcome(attempt.step(), e.failure());
    }
    var history = store.refresh(release);
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
    settle(history, made.get(), attempt.ownership());
    return attempt.success().apply(made.get());
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
