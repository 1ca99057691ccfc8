package dev.catamaran.reconcile;

import static dev.catamaran.status.Reasons.ALL_READY;
import static dev.catamaran.status.Reasons.CONTESTED;
import static dev.catamaran.status.Reasons.DEPENDENCY_NOT_READY;
import static dev.catamaran.status.Reasons.DEPLOYED;
import static dev.catamaran.status.Reasons.DRIFTED;
import static dev.catamaran.status.Reasons.DRIFT_FOUND;
import static dev.catamaran.status.Reasons.FAILURE_REMOVED;
import static dev.catamaran.status.Reasons.INITIALIZED;
import static dev.catamaran.status.Reasons.INSTALL_ERROR;
import static dev.catamaran.status.Reasons.INSTALL_SUCCESSFUL;
import static dev.catamaran.status.Reasons.IRRECONCILABLE;
import static dev.catamaran.status.Reasons.OPERATION_IN_PROGRESS;
import static dev.catamaran.status.Reasons.PAUSED;
import static dev.catamaran.status.Reasons.PAUSED_BY_ANNOTATION;
import static dev.catamaran.status.Reasons.PROGRESSING;
import static dev.catamaran.status.Reasons.READY;
import static dev.catamaran.status.Reasons.RECONCILE_ERROR;
import static dev.catamaran.status.Reasons.RELEASE_FAILED;
import static dev.catamaran.status.Reasons.RETRIES_EXCEEDED;
import static dev.catamaran.status.Reasons.ROLLBACK_ERROR;
import static dev.catamaran.status.Reasons.ROLLBACK_SUCCESSFUL;
import static dev.catamaran.status.Reasons.STALLED;
import static dev.catamaran.status.Reasons.UNINSTALLING;
import static dev.catamaran.status.Reasons.UNINSTALL_ERROR;
import static dev.catamaran.status.Reasons.UNINSTALL_SUCCESSFUL;
import static dev.catamaran.status.Reasons.UPGRADE_ERROR;
import static dev.catamaran.status.Reasons.UPGRADE_SUCCESSFUL;

import dev.catamaran.kit.Conditions;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Drift;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.stream.Collectors;

/** From what became of an action to the status of its primary. Pure. */
final class StatusReport {
  private final Fitness fitness;

  StatusReport(Fitness fitness) {
    this.fitness = fitness;
  }

  /** The status after {@code outcome}. */
  ReleaseStatus after(ReleaseOutcome outcome, ReleaseStatus before) {
    var status =
        before.with(before.conditions().without(PAUSED).withTrue(INITIALIZED, INITIALIZED, ""));
    return switch (outcome) {
      case ReleaseOutcome.Installed(var current) -> made(status, current, INSTALL_SUCCESSFUL);
      case ReleaseOutcome.Upgraded(var current) -> made(status, current, UPGRADE_SUCCESSFUL);
      case ReleaseOutcome.WentBack(var current) ->
          well(deployed(status, current, ROLLBACK_SUCCESSFUL), current);
      case ReleaseOutcome.RolledBack(var current) ->
          deployed(status, current, ROLLBACK_SUCCESSFUL).deploying(current);
      case ReleaseOutcome.Progressing(var current, var ignored) ->
          status.with(readiness(status.conditions(), current)).trying(current);
      case ReleaseOutcome.Tested(var current) -> inSync(status, current);
      case ReleaseOutcome.DriftCorrected(var current, var ignored) ->
          onTrialAs(before, inSync(status, current), current);
      case ReleaseOutcome.Kept(var current) -> inSync(status, current);
      case ReleaseOutcome.Contested(var current, var ignored, var contests) ->
          onTrialAs(before, contested(well(status, current), contests), current);
      case ReleaseOutcome.DriftLeft(var current, var drifts) ->
          onTrialAs(before, drifted(well(status, current), drifts), current);
      case ReleaseOutcome.Failed(var step, var message) ->
          failed(status, step, reason(step), message);
      case ReleaseOutcome.Hindered(var step, var reason, var message) ->
          failed(status, step, reason, message);
      case ReleaseOutcome.Stalled(var failures) -> stalled(status, failures);
      case ReleaseOutcome.Refused(var reason, var message) -> refused(status, reason, message);
      case ReleaseOutcome.Waiting(var message) -> waiting(status, OPERATION_IN_PROGRESS, message);
      case ReleaseOutcome.Blocked(var unmet) ->
          waiting(status, DEPENDENCY_NOT_READY, String.join("; ", unmet));
      case ReleaseOutcome.Lingering(var objects) -> lingering(status, objects);
      case ReleaseOutcome.Uninstalled ignored -> uninstalled(status);
      case ReleaseOutcome.TakenOver ignored -> status;
      case ReleaseOutcome.FailureRemoved ignored -> failureRemoved(status);
      case ReleaseOutcome.Paused ignored ->
          status.with(
              status
                  .conditions()
                  .withTrue(PAUSED, PAUSED_BY_ANNOTATION, "an annotation asks to leave it alone"));
      case ReleaseOutcome.Mended ignored -> status;
      case ReleaseOutcome.Unlocked ignored -> status;
      case ReleaseOutcome.Held ignored -> status;
    };
  }

  private static ReleaseStatus waiting(ReleaseStatus status, String reason, String message) {
    return status.with(status.conditions().without(STALLED).withFalse(READY, reason, message));
  }

  /** A revision was made; whether it is any good may still have to be seen. */
  private ReleaseStatus made(ReleaseStatus status, Revision current, String reason) {
    var made = well(deployed(status, current, reason), current);
    return fitness.isDemanded()
        ? made.with(
                made.conditions()
                    .withFalse(
                        READY, PROGRESSING, "revision " + current.number() + " is still on trial"))
            .trying(current)
        : made;
  }

  private static ReleaseStatus deployed(ReleaseStatus status, Revision current, String reason) {
    var message =
        current.notes().isBlank()
            ? "revision %d of release %s is deployed"
                .formatted(current.number(), current.release().name())
            : current.notes();
    return status.with(status.conditions().without(DRIFTED).withTrue(DEPLOYED, reason, message));
  }

  private ReleaseStatus inSync(ReleaseStatus status, Revision current) {
    if (!status.conditions().isTrue(DEPLOYED)) {
      // A crash came between the release and its report.
      var reason = current.number() == 1 ? INSTALL_SUCCESSFUL : UPGRADE_SUCCESSFUL;
      return well(deployed(status, current, reason), current);
    }
    return well(status.with(status.conditions().without(DRIFTED)), current);
  }

  /** What is deployed is what is wanted, whatever has become of its objects since. */
  private ReleaseStatus well(ReleaseStatus status, Revision current) {
    return status.with(readiness(withoutFailures(status.conditions()), current)).deploying(current);
  }

  /** That objects were put back does not mean that they are ready. */
  private static ReleaseStatus onTrialAs(
      ReleaseStatus before, ReleaseStatus status, Revision current) {
    return before
            .deployed()
            .filter(d -> d.onTrial() && d.revision() == current.number())
            .isPresent()
        ? status.trying(current)
        : status;
  }

  private static Conditions withoutFailures(Conditions conditions) {
    return conditions.without(RELEASE_FAILED).without(IRRECONCILABLE).without(STALLED);
  }

  private Conditions readiness(Conditions conditions, Revision current) {
    var waiting = fitness.notReady().apply(current);
    return waiting.isEmpty()
        ? conditions.withTrue(READY, ALL_READY, "all objects of the release are ready")
        : conditions.withFalse(READY, PROGRESSING, String.join("; ", waiting));
  }

  private static ReleaseStatus contested(ReleaseStatus status, List<Contest> contests) {
    var message = contests.stream().map(Contest::toString).collect(Collectors.joining("; "));
    return status.with(status.conditions().withTrue(DRIFTED, CONTESTED, message));
  }

  private static ReleaseStatus drifted(ReleaseStatus status, List<Drift> drifts) {
    var objects =
        drifts.stream().map(drift -> drift.key().toString()).collect(Collectors.joining(", "));
    return status.with(
        status.conditions().withTrue(DRIFTED, DRIFT_FOUND, "left as they are: " + objects));
  }

  private static ReleaseStatus failed(
      ReleaseStatus status, FailedStep step, String reason, String message) {
    var conditions = status.conditions().without(STALLED).withFalse(READY, reason, message);
    return status.with(
        switch (step) {
          case INSTALL, UPGRADE, ROLLBACK ->
              conditions
                  .withTrue(RELEASE_FAILED, reason, message)
                  .withTrue(IRRECONCILABLE, reason, message);
          case UNINSTALL -> conditions.withTrue(RELEASE_FAILED, reason, message);
          case RECONCILE -> conditions.withTrue(IRRECONCILABLE, reason, message);
        });
  }

  private static ReleaseStatus stalled(ReleaseStatus status, int failures) {
    var last = status.conditions().find(RELEASE_FAILED).map(Condition::getMessage).orElse("");
    var message =
        "given up after %d failures; change the spec, or annotate it with catamaran.dev/reset-at. %s"
            .formatted(failures, last)
            .strip();
    return status.with(
        status
            .conditions()
            .withTrue(STALLED, RETRIES_EXCEEDED, message)
            .withFalse(READY, RETRIES_EXCEEDED, message));
  }

  private static ReleaseStatus lingering(ReleaseStatus status, List<String> objects) {
    return status.with(
        status
            .conditions()
            .withFalse(
                DEPLOYED,
                UNINSTALLING,
                "Waiting until all resources are deleted: " + String.join(", ", objects))
            .withFalse(READY, UNINSTALLING, "the release is uninstalled"));
  }

  private static ReleaseStatus failureRemoved(ReleaseStatus status) {
    return status
        .with(
            status
                .conditions()
                .without(DRIFTED)
                .withFalse(DEPLOYED, FAILURE_REMOVED, "the failed release is uninstalled"))
        .deployingNothing();
  }

  private static ReleaseStatus refused(ReleaseStatus status, String reason, String message) {
    return status.with(
        status
            .conditions()
            .withTrue(STALLED, reason, message)
            .withTrue(IRRECONCILABLE, reason, message)
            .withFalse(READY, reason, message));
  }

  private static ReleaseStatus uninstalled(ReleaseStatus status) {
    return status
        .with(
            withoutFailures(status.conditions())
                .without(DRIFTED)
                .withFalse(DEPLOYED, UNINSTALL_SUCCESSFUL, "")
                .withFalse(READY, UNINSTALL_SUCCESSFUL, "the release is uninstalled"))
        .deployingNothing();
  }

  static String reason(FailedStep step) {
    return switch (step) {
      case INSTALL -> INSTALL_ERROR;
      case UPGRADE -> UPGRADE_ERROR;
      case ROLLBACK -> ROLLBACK_ERROR;
      case UNINSTALL -> UNINSTALL_ERROR;
      case RECONCILE -> RECONCILE_ERROR;
    };
  }
}
