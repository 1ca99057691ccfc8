package dev.catamaran.reconcile;

import static dev.catamaran.status.Reasons.ALL_READY;
import static dev.catamaran.status.Reasons.DEPLOYED;
import static dev.catamaran.status.Reasons.DRIFTED;
import static dev.catamaran.status.Reasons.DRIFT_FOUND;
import static dev.catamaran.status.Reasons.INITIALIZED;
import static dev.catamaran.status.Reasons.INSTALL_ERROR;
import static dev.catamaran.status.Reasons.INSTALL_SUCCESSFUL;
import static dev.catamaran.status.Reasons.IRRECONCILABLE;
import static dev.catamaran.status.Reasons.OPERATION_IN_PROGRESS;
import static dev.catamaran.status.Reasons.PROGRESSING;
import static dev.catamaran.status.Reasons.READY;
import static dev.catamaran.status.Reasons.RECONCILE_ERROR;
import static dev.catamaran.status.Reasons.RELEASE_FAILED;
import static dev.catamaran.status.Reasons.STALLED;
import static dev.catamaran.status.Reasons.UNINSTALL_ERROR;
import static dev.catamaran.status.Reasons.UNINSTALL_SUCCESSFUL;
import static dev.catamaran.status.Reasons.UPGRADE_ERROR;
import static dev.catamaran.status.Reasons.UPGRADE_SUCCESSFUL;

import dev.catamaran.release.Drift;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.status.Conditions;
import dev.catamaran.status.ReleaseStatus;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** From what became of an action to the status of its primary. Pure. */
final class StatusReport {
  private final Function<Revision, List<String>> notReady;

  /**
   * Makes reports.
   *
   * @param notReady what of a revision does not do its work yet
   */
  StatusReport(Function<Revision, List<String>> notReady) {
    this.notReady = notReady;
  }

  /** The status after {@code outcome}. */
  ReleaseStatus after(ReleaseOutcome outcome, ReleaseStatus before) {
    var status = before.with(before.conditions().isTrue(INITIALIZED, INITIALIZED, ""));
    return switch (outcome) {
      case ReleaseOutcome.Installed(var current) -> deployed(status, current, INSTALL_SUCCESSFUL);
      case ReleaseOutcome.Upgraded(var current) -> deployed(status, current, UPGRADE_SUCCESSFUL);
      case ReleaseOutcome.DriftCorrected(var current, var ignored) -> inSync(status, current);
      case ReleaseOutcome.Kept(var current) -> inSync(status, current);
      case ReleaseOutcome.DriftLeft(var current, var drifts) ->
          drifted(well(status, current), drifts);
      case ReleaseOutcome.Failed(var step, var message) -> failed(status, step, message);
      case ReleaseOutcome.Refused(var reason, var message) -> refused(status, reason, message);
      case ReleaseOutcome.Waiting(var message) ->
          status.with(
              status.conditions().without(STALLED).isFalse(READY, OPERATION_IN_PROGRESS, message));
      case ReleaseOutcome.Uninstalled ignored -> uninstalled(status);
      case ReleaseOutcome.TakenOver ignored -> status;
      case ReleaseOutcome.Unlocked ignored -> status;
      case ReleaseOutcome.Held ignored -> before;
    };
  }

  private ReleaseStatus deployed(ReleaseStatus status, Revision current, String reason) {
    var message =
        current.notes().isBlank()
            ? "revision %d of release %s is deployed"
                .formatted(current.number(), current.release().name())
            : current.notes();
    return well(
        status.with(status.conditions().without(DRIFTED).isTrue(DEPLOYED, reason, message)),
        current);
  }

  private ReleaseStatus inSync(ReleaseStatus status, Revision current) {
    if (status.conditions().find(DEPLOYED).filter(c -> c.status().equals("True")).isEmpty()) {
      // A crash came between the release and its report.
      return deployed(
          status, current, current.number() == 1 ? INSTALL_SUCCESSFUL : UPGRADE_SUCCESSFUL);
    }
    return well(status.with(status.conditions().without(DRIFTED)), current);
  }

  /** What is deployed is what is wanted, whatever has become of its objects since. */
  private ReleaseStatus well(ReleaseStatus status, Revision current) {
    return status.with(readiness(withoutFailures(status.conditions()), current)).deploying(current);
  }

  private static Conditions withoutFailures(Conditions conditions) {
    return conditions.without(RELEASE_FAILED).without(IRRECONCILABLE).without(STALLED);
  }

  private Conditions readiness(Conditions conditions, Revision current) {
    var waiting = notReady.apply(current);
    return waiting.isEmpty()
        ? conditions.isTrue(READY, ALL_READY, "all objects of the release are ready")
        : conditions.isFalse(READY, PROGRESSING, String.join("; ", waiting));
  }

  private static ReleaseStatus drifted(ReleaseStatus status, List<Drift> drifts) {
    var objects =
        drifts.stream().map(drift -> drift.key().toString()).collect(Collectors.joining(", "));
    return status.with(
        status.conditions().isTrue(DRIFTED, DRIFT_FOUND, "left as they are: " + objects));
  }

  private static ReleaseStatus failed(ReleaseStatus status, FailedStep step, String message) {
    var reason = reason(step);
    var conditions = status.conditions().without(STALLED).isFalse(READY, reason, message);
    return status.with(
        switch (step) {
          case INSTALL, UPGRADE ->
              conditions
                  .isTrue(RELEASE_FAILED, reason, message)
                  .isTrue(IRRECONCILABLE, reason, message);
          case UNINSTALL -> conditions.isTrue(RELEASE_FAILED, reason, message);
          case RECONCILE -> conditions.isTrue(IRRECONCILABLE, reason, message);
        });
  }

  private static ReleaseStatus refused(ReleaseStatus status, String reason, String message) {
    return status.with(
        status
            .conditions()
            .isTrue(STALLED, reason, message)
            .isTrue(IRRECONCILABLE, reason, message)
            .isFalse(READY, reason, message));
  }

  private static ReleaseStatus uninstalled(ReleaseStatus status) {
    return status
        .with(
            withoutFailures(status.conditions())
                .without(DRIFTED)
                .isFalse(DEPLOYED, UNINSTALL_SUCCESSFUL, "")
                .isFalse(READY, UNINSTALL_SUCCESSFUL, "the release is uninstalled"))
        .deployingNothing();
  }

  static String reason(FailedStep step) {
    return switch (step) {
      case INSTALL -> INSTALL_ERROR;
      case UPGRADE -> UPGRADE_ERROR;
      case UNINSTALL -> UNINSTALL_ERROR;
      case RECONCILE -> RECONCILE_ERROR;
    };
  }
}
