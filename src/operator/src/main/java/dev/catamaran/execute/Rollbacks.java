package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.execute.RevisionAttempts.RevisionAttempt;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Trusted;
import dev.catamaran.status.Reasons;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes revisions with the objects of an earlier one. */
record Rollbacks(
    ReleaseStore store,
    TrustedRevisions trust,
    ReleaseObjects objects,
    RevisionPurge purge,
    RevisionAttempts attempts) {
  /** Undoes a failed revision by a rollback to the last good one. */
  ReleaseOutcome undo(ReleaseAction.Rollback action, DesiredRelease desired, Ownership ownership) {
    var failed = action.failed();
    // Clearing would delete revisions that another client has made since.
    if (!store.isNewest(failed)) {
      return ReleaseOutcome.Waiting.changed(failed);
    }
    purge.ofDistrusted(desired.release(), ownership);
    var good = trusted(store.refresh(desired.release()), desired).lastGoodBefore(failed);
    if (good.filter(target -> target.number() < action.deployed()).isPresent()) {
      return new ReleaseOutcome.Failed(
          FailedStep.ROLLBACK,
          "revision %d, which was deployed before, is no longer stored; an earlier one is not restored"
              .formatted(action.deployed()));
    }
    return good.map(target -> undo(failed, target, desired, ownership))
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
        .map(copy -> restore(copy, desired, ownership));
  }

  /**
   * If a person superseded the good revision, Helm would compare with the failed one, and delete
   * what only that has: also what was there before it, and data.
   */
  private ReleaseOutcome undo(
      Revision failed, Revision good, DesiredRelease desired, Ownership ownership) {
    return good.status() == RevisionStatus.DEPLOYED || store.markDeployed(good)
        ? restore(good, desired, ownership)
        : ReleaseOutcome.Waiting.changed(failed);
  }

  private ReleaseOutcome restore(Revision target, DesiredRelease desired, Ownership ownership) {
    return counted(
        attempts.make(
            copy(target, target.restored(), desired, ownership, ReleaseOutcome.RolledBack::new)));
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

  /** Rolls back to a revision that a person named. */
  ReleaseOutcome goBack(int revision, DesiredRelease desired, Ownership ownership) {
    purge.ofDistrusted(desired.release(), ownership);
    var history = trusted(store.refresh(desired.release()), desired);
    return history
        .withObjectsOf(revision)
        .map(
            target ->
                attempts.make(
                    copy(target, revision, desired, ownership, ReleaseOutcome.WentBack::new)))
        .orElseGet(() -> noSuchRevision(revision, history));
  }

  /** Excludes revisions that were not the operator's own: they are never restored. */
  private History trusted(History history, DesiredRelease desired) {
    return new History(
        history.revisions().stream()
            .filter(revision -> trust.covers(desired.primary(), revision))
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

  private RevisionAttempt copy(
      Revision target,
      int restored,
      DesiredRelease desired,
      Ownership ownership,
      Function<Revision, ReleaseOutcome> success) {
    return new RevisionAttempt(
        FailedStep.ROLLBACK,
        desired,
        Trusted.copyOf(restored),
        ownership,
        desired.secrets().and(target.secrets()),
        deleted -> new HelmCall.Rollback(keepingScales(desired), target, restored, deleted),
        Revision::isLiteral,
        success);
  }

  /** Keeps the replicas that autoscalers set, whatever the chart says. */
  DesiredRelease keepingScales(DesiredRelease desired) {
    return store
        .known(desired.release())
        .latest()
        .map(latest -> desired.keeping(objects.scales(latest)))
        .orElse(desired);
  }
}
