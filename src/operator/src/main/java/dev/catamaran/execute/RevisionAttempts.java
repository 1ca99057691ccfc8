package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.HistoryLimit;
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
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Carries out attempts to make a revision. Before the call, the status announces the attempt. After
 * it, the stored revision decides about success, as Helm only logs some failures.
 */
record RevisionAttempts(
    HelmEngine engine,
    ReleaseStore store,
    TrustedRevisions trust,
    ReleaseObjects objects,
    HistoryLimit limit) {
  /** Carries out an attempt: Helm stores a revision, and what Helm leaves undone is completed. */
  ReleaseOutcome make(RevisionAttempt attempt) {
    var release = attempt.desired().release();
    var primary = attempt.desired().primary();
    int before = store.known(release).latest().map(Revision::number).orElse(0);
    if (attempt.step() == FailedStep.INSTALL && before == 0) {
      trust.forgetAll(primary);
    }
    trust.announce(primary, attempt.announced());
    var known = objects.known(primary);
    adoptFailed(release, attempt.ownership());
    var call = call(attempt, before);
    if (call.failure().filter(failure -> failure.kind() == Kind.UNFINISHED).isEmpty()) {
      trust.endAttempt(primary);
    }
    if (call.failure().isPresent() && before > 0 && call.history().latest().isEmpty()) {
      // The failure says nothing about the input.
      return ReleaseOutcome.Waiting.removed(release);
    }
    if (call.failure().isPresent()) {
      if (call.failure().get().kind() == Kind.GIVEN_UP) {
        // A pod of it may start later, and work for a spec that is not wanted any more.
        call.history()
            .latest()
            .filter(attempt.isMeant())
            .filter(failed -> trust.covers(primary, failed))
            .ifPresent(objects::removeWork);
      }
      prune(call.history(), attempt.ownership());
      // The API server may serve other kinds than the operator assumed.
      objects.forgetKinds();
      return EngineFailures.outcome(attempt.step(), call.failure().get(), attempt.secrets());
    }
    return made(attempt, call.history(), known);
  }

  /**
   * One engine call.
   *
   * @param history the stored revisions after it; Helm may have stored one although it failed
   */
  private record Call(Optional<EngineFailure> failure, History history) {}

  private Call call(RevisionAttempt attempt, int before) {
    Optional<EngineFailure> failure = Optional.empty();
    var primary = attempt.desired().primary();
    try {
      engine.run(attempt.call().apply(deleted -> trust.noteDeleted(primary, deleted)));
    } catch (EngineException e) {
      failure = Optional.of(e.failure());
    }
    var release = attempt.desired().release();
    var history =
        before == 0 && failure.isEmpty() ? store.refreshInstalled(release) : store.refresh(release);
    noteMade(history, failure.isPresent() ? before + 1 : 1, primary);
    return new Call(failure, history);
  }

  private ReleaseOutcome made(RevisionAttempt attempt, History history, Set<ObjectKey> known) {
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
          "Helm made revision %d, but could not store its result in the release Secret; the revision is made again"
              .formatted(pending.get().number()));
    }
    if (made.isEmpty()) {
      return new ReleaseOutcome.Hindered(
          attempt.step(),
          Reasons.RELEASE_NOT_STORED,
          "Helm made a revision, and another client removed or replaced it");
    }
    Step.current().attribute("catamaran.release.revision", made.get().number());
    settle(history, made.get(), known::contains, attempt.ownership());
    return attempt.success().apply(made.get());
  }

  /** Completes a deployed revision of a pass that was cut off. */
  ReleaseOutcome complete(Revision current, Ownership ownership) {
    var history = store.refresh(current.release());
    if (history.latest().filter(current::isStill).isEmpty()) {
      return ReleaseOutcome.Waiting.changed(current);
    }
    settle(history, current, key -> true, ownership);
    return new ReleaseOutcome.Completed(current);
  }

  /**
   * Trusts the revision that the operator's own call stored, also if another client has made a
   * newer one since: it shows that the release is the primary's.
   */
  private void noteMade(History history, int from, PrimaryIdentity primary) {
    trust.noteCovered(primary, history);
    history
        .latest()
        .filter(newest -> newest.number() >= from && newest.belongsTo(primary))
        .filter(newest -> trust.isSigned(primary, newest))
        .ifPresent(newest -> trust.note(primary, newest));
  }

  /**
   * Adopts the objects of a failed revision before the next attempt: once no revision names them,
   * nothing identifies their owner.
   */
  void adoptFailed(ReleaseKey release, Ownership ownership) {
    store
        .known(release)
        .latest()
        .filter(revision -> revision.status() != RevisionStatus.DEPLOYED)
        .filter(revision -> trust.covers(ownership.primary(), revision))
        .ifPresent(revision -> objects.adoptMade(revision, ownership));
  }

  /**
   * Does what follows once {@code current} is deployed. Helm may have left earlier revisions marked
   * as deployed; if another client writes one meanwhile, a later pass marks it.
   *
   * @param wasKnown whether an object was known before Helm's call
   */
  private void settle(
      History history, Revision current, Predicate<ObjectKey> wasKnown, Ownership ownership) {
    history.outlived().stream()
        .filter(revision -> revision.number() < current.number())
        .forEach(store::supersede);
    objects.settle(history.before(current), current, wasKnown, ownership);
    prune(history, ownership);
  }

  /**
   * Deletes revisions beyond the history limit, whatever the status of the newest. What only failed
   * ones of them made is removed as a stray once a revision is deployed.
   */
  private void prune(History history, Ownership ownership) {
    for (var revision : history.beyond(limit)) {
      if (store.delete(revision)) {
        trust.forget(ownership.primary(), revision);
      }
    }
  }

  /**
   * One Helm call that stores a revision, and the check of its result.
   *
   * @param step the step that has failed if the attempt fails
   * @param desired the release that the spec asks for
   * @param announced names the revision in the status before the call: the digest of its input, or
   *     the revision that it copies
   * @param ownership the marks that its objects must carry
   * @param secrets hidden from messages, also those of a restored revision, which may have no other
   *     source any more
   * @param call the call, which tells what it deletes; a second one of the same attempt is computed
   *     again
   * @param isMeant whether a stored revision is the result of this attempt
   * @param success the outcome with that revision
   */
  record RevisionAttempt(
      FailedStep step,
      DesiredRelease desired,
      String announced,
      Ownership ownership,
      SecretTexts secrets,
      Function<Consumer<String>, HelmCall> call,
      Predicate<Revision> isMeant,
      Function<Revision, ReleaseOutcome> success) {}
}
