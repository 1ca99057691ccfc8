package dev.catamaran.report;

import static dev.catamaran.status.Reasons.ALL_READY;
import static dev.catamaran.status.Reasons.CONTESTED;
import static dev.catamaran.status.Reasons.DEPENDENCY_NOT_READY;
import static dev.catamaran.status.Reasons.DEPLOYED;
import static dev.catamaran.status.Reasons.DRIFTED;
import static dev.catamaran.status.Reasons.DRIFT_FOUND;
import static dev.catamaran.status.Reasons.FAILURE_REMOVED;
import static dev.catamaran.status.Reasons.HELD;
import static dev.catamaran.status.Reasons.INITIALIZED;
import static dev.catamaran.status.Reasons.INSTALL_SUCCESSFUL;
import static dev.catamaran.status.Reasons.INVALID_OBJECT;
import static dev.catamaran.status.Reasons.IRRECONCILABLE;
import static dev.catamaran.status.Reasons.PAUSED;
import static dev.catamaran.status.Reasons.PAUSED_BY_ANNOTATION;
import static dev.catamaran.status.Reasons.PROGRESSING;
import static dev.catamaran.status.Reasons.READY;
import static dev.catamaran.status.Reasons.RELEASE_FAILED;
import static dev.catamaran.status.Reasons.RETRIES_EXCEEDED;
import static dev.catamaran.status.Reasons.ROLLBACK_SUCCESSFUL;
import static dev.catamaran.status.Reasons.SPEC_NOT_FOLLOWED;
import static dev.catamaran.status.Reasons.STALLED;
import static dev.catamaran.status.Reasons.UNINSTALLING;
import static dev.catamaran.status.Reasons.UNINSTALL_SUCCESSFUL;
import static dev.catamaran.status.Reasons.UPGRADE_SUCCESSFUL;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Contest;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.Sentences;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes the status of a primary for each outcome. Reads only which objects are not ready. */
public final class StatusChanges {
  private final ReadinessGate gate;

  StatusChanges(ReadinessGate gate) {
    this.gate = gate;
  }

  /** Returns the status that every outcome starts from, except a pause. */
  static ReleaseStatus begin(ReleaseStatus before) {
    return initialized(before).without(PAUSED);
  }

  private static ReleaseStatus initialized(ReleaseStatus before) {
    return before.withTrue(INITIALIZED, INITIALIZED, "");
  }

  static ReleaseStatus waiting(ReleaseStatus status, String reason, String message) {
    return status.without(STALLED).withFalse(READY, reason, message);
  }

  /** Reports what a release waits for. What failed before may be of another input. */
  static ReleaseStatus blocked(ReleaseStatus status, String message) {
    return withoutFailures(status).withFalse(READY, DEPENDENCY_NOT_READY, message);
  }

  /** Reports a new revision, which may still be on trial. */
  ReleaseStatus made(ReleaseStatus status, Revision current, String reason) {
    return well(deployed(status, current, reason), current, gate.isDemanded());
  }

  /** Reports a revision as the pass that made it would have done. */
  ReleaseStatus completed(ReleaseStatus status, Revision current) {
    return current.isLiteral()
        ? wentBack(status, current)
        : made(status, current, reasonOf(current));
  }

  private static String reasonOf(Revision current) {
    return current.number() == 1 ? INSTALL_SUCCESSFUL : UPGRADE_SUCCESSFUL;
  }

  static ReleaseStatus deployed(ReleaseStatus status, Revision current, String reason) {
    var message =
        "revision %d of release %s is deployed"
            .formatted(current.number(), current.release().name());
    return status.without(DRIFTED).withTrue(DEPLOYED, reason, message + unknownPolicies(current));
  }

  /** Who wrote another word than Helm's may not expect that the object stays. */
  private static String unknownPolicies(Revision current) {
    var kept =
        current.manifest().readable().stream()
            .filter(ManifestObject::isKeptByUnknownWord)
            .map(object -> object.key().toString())
            .collect(Collectors.joining(", "));
    return kept.isEmpty()
        ? ""
        : "; the deletion of the release leaves %s, whose helm.sh/resource-policy is not keep, the one word that Helm knows"
            .formatted(kept);
  }

  /** Reports that the desired release is deployed as it should be, and has passed its trial. */
  ReleaseStatus inSync(ReleaseStatus status, Revision current) {
    return well(undrifted(status, current), current, /* isOnTrial= */ false);
  }

  ReleaseStatus repaired(ReleaseStatus status, Revision current) {
    return untried(undrifted(status, current), current);
  }

  private static ReleaseStatus undrifted(ReleaseStatus status, Revision current) {
    return status.conditions().isTrue(DEPLOYED)
        ? status.without(DRIFTED)
        // A crash prevented the report of this release.
        : deployed(status, current, reasonOf(current));
  }

  /**
   * Reports that the desired release is deployed, and keeps it on trial until it passes: repaired
   * objects are not necessarily ready. If a crash prevented the report of the revision, {@code
   * status} has an earlier one.
   */
  private ReleaseStatus untried(ReleaseStatus status, Revision current) {
    return well(status, current, gate.isOutstanding(current, status.deployed()));
  }

  private ReleaseStatus well(ReleaseStatus status, Revision current, boolean isOnTrial) {
    var well = readiness(withoutFailures(status), current, isOnTrial);
    return isOnTrial ? well.trying(current) : well.deploying(current);
  }

  /** Reports a revision that another operator made: it is not on trial. */
  static ReleaseStatus takenOver(ReleaseStatus status, Revision inherited) {
    return inherited.status() == RevisionStatus.DEPLOYED ? status.deploying(inherited) : status;
  }

  private static ReleaseStatus withoutFailures(ReleaseStatus status) {
    return status.without(RELEASE_FAILED, IRRECONCILABLE, STALLED);
  }

  private ReleaseStatus readiness(ReleaseStatus status, Revision current, boolean isOnTrial) {
    var waiting = gate.notReady(current);
    if (waiting.isEmpty() && !isOnTrial) {
      return status.withTrue(READY, ALL_READY, "all objects of the release are ready");
    }
    var trial = "revision %d is still on trial".formatted(current.number());
    return status.withFalse(
        READY, PROGRESSING, waiting.isEmpty() ? trial : String.join("; ", waiting));
  }

  ReleaseStatus contested(ReleaseStatus status, Revision current, List<Contest> contests) {
    var message = contests.stream().map(Contest::toString).collect(Collectors.joining("; "));
    return untried(status, current).withTrue(DRIFTED, CONTESTED, message);
  }

  ReleaseStatus drifted(ReleaseStatus status, Revision current, List<Drift> drifts) {
    var objects =
        drifts.stream().map(drift -> drift.key().toString()).collect(Collectors.joining(", "));
    return untried(status, current).withTrue(DRIFTED, DRIFT_FOUND, "left as they are: " + objects);
  }

  static ReleaseStatus failed(
      ReleaseStatus status, FailedStep step, String reason, String message) {
    var waiting = waiting(status, reason, message);
    return switch (step) {
      case INSTALL, UPGRADE, ROLLBACK ->
          withEarlierRemoval(waiting)
              .withTrue(RELEASE_FAILED, reason, message)
              .withTrue(IRRECONCILABLE, reason, message);
      case UNINSTALL -> waiting.withTrue(RELEASE_FAILED, reason, message);
      case RECONCILE -> waiting.withTrue(IRRECONCILABLE, reason, message);
    };
  }

  /** What was deleted after an earlier attempt may be there again by this one. */
  private static ReleaseStatus withEarlierRemoval(ReleaseStatus status) {
    return status.says(DEPLOYED, FAILURE_REMOVED)
        ? status.withFalse(DEPLOYED, FAILURE_REMOVED, "an earlier failed release is uninstalled")
        : status;
  }

  /** Tells which attempt failed, and when the next one follows, if one does. */
  public static ReleaseStatus attempted(
      ReleaseStatus status,
      ReleaseOutcome outcome,
      Optional<Backoff> failing,
      RemediationPolicy policy,
      Backoff.Delays delays) {
    if (failing.isEmpty()) {
      return status;
    }
    var failed = failing.get();
    var next = failed.due(delays);
    return switch (outcome) {
      case ReleaseOutcome.Failed(var step, var ignored)
          when step == FailedStep.INSTALL || step == FailedStep.UPGRADE ->
          policy.isOver(step == FailedStep.INSTALL, failed.toBlame())
              ? status
              : attempted(status, failed.toBlame(), policy.attempts(), next);
      case ReleaseOutcome.Failed ignored ->
          attempted(status, failed.count(), OptionalInt.empty(), next);
      case ReleaseOutcome.Hindered ignored ->
          attempted(status, failed.count(), OptionalInt.empty(), next);
      default -> status;
    };
  }

  private static ReleaseStatus attempted(
      ReleaseStatus status, int attempt, OptionalInt most, Instant next) {
    return status
        .conditions()
        .find(READY)
        .map(
            ready ->
                status.withFalse(
                    READY,
                    ready.getReason(),
                    Sentences.attempt(ready.getMessage(), attempt, most, next)))
        .orElse(status);
  }

  static ReleaseStatus stalled(ReleaseStatus status, int failures, String cause) {
    var last = status.conditions().find(RELEASE_FAILED).map(Condition::getMessage).orElse(cause);
    var message = Sentences.givenUp(last, failures);
    return status
        .withTrue(STALLED, RETRIES_EXCEEDED, message)
        .withFalse(READY, RETRIES_EXCEEDED, message);
  }

  static ReleaseStatus lingering(ReleaseStatus status, List<String> objects) {
    var message = "Waiting until all resources are deleted: " + String.join(", ", objects);
    return gone(status, UNINSTALLING, message, message);
  }

  private static ReleaseStatus gone(
      ReleaseStatus status, String reason, String message, String ready) {
    return status
        .withFalse(DEPLOYED, reason, message)
        .withFalse(READY, reason, ready)
        .deployingNothing();
  }

  static ReleaseStatus failureRemoved(ReleaseStatus status, String message) {
    return status.without(DRIFTED).withFalse(DEPLOYED, FAILURE_REMOVED, message).deployingNothing();
  }

  static ReleaseStatus refused(ReleaseStatus status, String reason, String message) {
    return (reason.equals(INVALID_OBJECT)
            ? status.withTrue(RELEASE_FAILED, reason, message)
            : status)
        .withTrue(STALLED, reason, message)
        .withTrue(IRRECONCILABLE, reason, message)
        .withFalse(READY, reason, message);
  }

  static ReleaseStatus uninstalled(ReleaseStatus status) {
    var gone = withoutFailures(status).without(DRIFTED);
    return gone(gone, UNINSTALL_SUCCESSFUL, "", "the release is uninstalled");
  }

  /** Reports the deployed revision, and keeps the conditions of the failure. */
  static ReleaseStatus rolledBack(ReleaseStatus status, Revision current) {
    return deployed(status, current, ROLLBACK_SUCCESSFUL).deploying(current);
  }

  /** Reports a rollback on a person's request, where nothing failed. */
  ReleaseStatus wentBack(ReleaseStatus status, Revision current) {
    return well(deployed(status, current, ROLLBACK_SUCCESSFUL), current, /* isOnTrial= */ false);
  }

  /** Reports a revision that must still become ready. */
  ReleaseStatus progressing(ReleaseStatus status, Revision current) {
    return readiness(status, current, /* isOnTrial= */ true).trying(current);
  }

  /**
   * Reports a pause, and the readiness of what is deployed. Failures and drift of before may end
   * during the pause, and nothing looks for that. A pause that goes on keeps its transition time.
   */
  ReleaseStatus paused(ReleaseStatus before, Optional<Revision> current) {
    var why = "an annotation pauses this custom resource";
    var paused =
        withoutFailures(initialized(before))
            .without(DRIFTED)
            .withTrue(PAUSED, PAUSED_BY_ANNOTATION, why);
    return current.isEmpty()
        ? paused.withFalse(READY, HELD, why)
        : readiness(paused, current.get(), gate.isOutstanding(current.get(), before.deployed()));
  }

  /** Reports who holds a release. A failure, or what else it waits for, says more of Ready. */
  static ReleaseStatus held(ReleaseStatus status, Hold hold) {
    var held = status.withTrue(SPEC_NOT_FOLLOWED, hold.reason(), hold.message());
    boolean isOtherwise =
        held.conditions()
            .find(READY)
            .filter(ready -> ready.getStatus().equals("False"))
            .filter(ready -> !Set.of(PROGRESSING, HELD).contains(ready.getReason()))
            .isPresent();
    return isOtherwise ? held : held.withFalse(READY, HELD, hold.message());
  }
}
