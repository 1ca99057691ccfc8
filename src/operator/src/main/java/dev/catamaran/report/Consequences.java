package dev.catamaran.report;

import static dev.catamaran.report.Consequence.FailureEffect.CLEAR;
import static dev.catamaran.report.Consequence.FailureEffect.HINDRANCE;
import static dev.catamaran.report.Consequence.FailureEffect.KEEP;
import static dev.catamaran.report.Consequence.row;
import static dev.catamaran.report.NextPass.AFTER_A_DELAY;
import static dev.catamaran.report.NextPass.AFTER_THE_PERIOD;
import static dev.catamaran.report.NextPass.AT_ONCE;
import static dev.catamaran.report.NextPass.ONCE_WELL;
import static dev.catamaran.report.NextPass.SOON;
import static dev.catamaran.report.StatusChanges.waiting;
import static dev.catamaran.telemetry.PassOutcome.FAILURE;
import static dev.catamaran.telemetry.PassOutcome.RETRY;
import static dev.catamaran.telemetry.PassOutcome.STALLED;
import static dev.catamaran.telemetry.PassOutcome.SUCCESS;

import dev.catamaran.api.ChartAction;
import dev.catamaran.extension.ReleaseNews;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.report.Consequence.FailureEffect;
import dev.catamaran.report.Consequence.Notice;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The report of a pass: one row for each outcome, with the status, the notices for people, the
 * effect on the failure count, the time of the next pass, the metric and the news for listeners. A
 * new outcome does not compile without a row. {@link StatusChanges} has the conditions of the rows,
 * {@link Demands} adds those that do not depend on the outcome, and {@link ReleaseReporter} writes
 * all of it.
 *
 * <p>What holds for each row:
 *
 * <ul>
 *   <li>{@code Ready} of a custom resource is set in {@link StatusChanges} alone. It is true only
 *       if all objects of the deployed revision are ready, and nobody holds the release from its
 *       spec.
 *   <li>A failure is told by one Event. What lasts is told once, when its message changes.
 *   <li>Only {@code Failed} counts against the retries of the input, and an object that the API
 *       server finds invalid; {@code Hindered} makes the next delay longer. What is not certain yet
 *       keeps the count.
 * </ul>
 *
 * <p>Writes nothing and uses no clock. {@link ReadinessGate} may ask the API server about objects
 * that are not watched or not ready. The caller takes {@link Consequence#failures}, lets {@link
 * ReleaseReporter} tell the notices and write the status, and then tells the news to listeners.
 */
public final class Consequences {
  private final StatusChanges changes;
  private final List<String> overridden;

  /**
   * Applies to the primaries of one watch.
   *
   * @param overridden the values that its {@code overrideValues} set
   */
  public Consequences(ReadinessGate gate, Collection<String> overridden) {
    this.changes = new StatusChanges(gate);
    this.overridden = List.copyOf(overridden);
  }

  public Consequence of(
      ReleaseOutcome outcome, ReleaseStatus before, PrimaryAnnotations annotations) {
    var status = StatusChanges.begin(before);
    return switch (outcome) {
      // A revision was made.
      case ReleaseOutcome.Installed(var current) ->
          row(changes.made(status, current, Reasons.INSTALL_SUCCESSFUL), SUCCESS, KEEP, AT_ONCE)
              .normal(Reasons.INSTALL_SUCCESSFUL, "Installed " + describe(current))
              .telling(overrides())
              .making(ChartAction.INSTALL, current);
      case ReleaseOutcome.Upgraded(var current) ->
          row(changes.made(status, current, Reasons.UPGRADE_SUCCESSFUL), SUCCESS, KEEP, AT_ONCE)
              .normal(Reasons.UPGRADE_SUCCESSFUL, "Upgraded to " + describe(current))
              .telling(overrides())
              .making(ChartAction.UPGRADE, current);
      case ReleaseOutcome.RolledBack(var current) ->
          row(StatusChanges.rolledBack(status, current), RETRY, KEEP, AT_ONCE)
              .warning(
                  Reasons.ROLLBACK_SUCCESSFUL,
                  "Rolled back a failed upgrade with " + describe(current))
              .making(ChartAction.ROLLBACK, current);
      case ReleaseOutcome.WentBack(var current) ->
          row(changes.wentBack(status, current), SUCCESS, CLEAR, AFTER_THE_PERIOD)
              .normal(Reasons.ROLLBACK_SUCCESSFUL, "Went back with " + describe(current))
              .making(ChartAction.ROLLBACK, current);

      // An existing revision was checked, repaired, adopted or unlocked.
      case ReleaseOutcome.Kept(var current) -> {
        // A trial ends before any drift is reported: the next pass looks for that.
        var next = isOnTrial(before) ? AT_ONCE : AFTER_THE_PERIOD;
        yield starting(row(changes.inSync(status, current), SUCCESS, CLEAR, next), current);
      }
      case ReleaseOutcome.Unaffected ignored -> row(status, SUCCESS, KEEP, AT_ONCE);
      case ReleaseOutcome.Tested(var current) ->
          row(changes.inSync(status, current), SUCCESS, KEEP, AT_ONCE)
              .normal(Reasons.TESTS_SUCCESSFUL, "Tested " + describe(current));
      case ReleaseOutcome.Progressing(var current, var deadline) ->
          starting(
              row(changes.progressing(status, current), RETRY, KEEP, NextPass.by(deadline)),
              current);
      case ReleaseOutcome.Completed(var current) ->
          row(changes.completed(status, current), SUCCESS, KEEP, AT_ONCE);
      case ReleaseOutcome.DriftCorrected(var current, var corrections) -> {
        var after = changes.repaired(status, current);
        yield corrections.isEmpty()
            ? foundRight(after)
            : corrected(row(after, SUCCESS, KEEP, ONCE_WELL), corrections);
      }
      case ReleaseOutcome.CurrentRepaired(var ignored, var corrections) ->
          corrected(row(status, RETRY, KEEP, SOON), corrections);
      case ReleaseOutcome.Contested(var current, var corrections, var contests) -> {
        var after = changes.contested(status, current, contests);
        yield row(after, SUCCESS, unlessOnTrial(after), NextPass.byTheNextOf(contests))
            .onChange(Reasons.DRIFTED, Reasons.CONTESTED)
            .correcting(corrections, real(corrections));
      }
      case ReleaseOutcome.DriftLeft(var current, var drifts) -> {
        var after = changes.drifted(status, current, drifts);
        yield row(after, SUCCESS, unlessOnTrial(after), AFTER_THE_PERIOD)
            .onChange(Reasons.DRIFTED, Reasons.DRIFT_FOUND);
      }
      case ReleaseOutcome.TakenOver(var inherited) ->
          row(StatusChanges.takenOver(status, inherited), RETRY, KEEP, AT_ONCE)
              .normal(Reasons.TAKEN_OVER, "Took over " + describe(inherited));
      case ReleaseOutcome.Unlocked(var pending) ->
          row(status, RETRY, KEEP, AT_ONCE)
              .warning(
                  Reasons.UNLOCKED,
                  "Marked revision %d as failed: it was %s, and no process is left to finish it"
                      .formatted(pending.number(), pending.status().helmName()));

      // The action failed.
      case ReleaseOutcome.Failed(var step, var message) -> {
        var reason = Reasons.of(step);
        // A failed install or upgrade may need remediation, which does not wait.
        boolean isOfInput = step == FailedStep.INSTALL || step == FailedStep.UPGRADE;
        yield row(
                StatusChanges.failed(status, step, reason, message),
                FAILURE,
                FailureEffect.FAILURE,
                isOfInput ? AT_ONCE : AFTER_A_DELAY)
            .warning(reason, message)
            .with(ReleaseNews.failed(reason, message));
      }
      case ReleaseOutcome.Hindered(var step, var reason, var message) ->
          row(
                  StatusChanges.failed(status, step, reason, message),
                  FAILURE,
                  HINDRANCE,
                  AFTER_A_DELAY)
              .onChange(Reasons.READY, reason)
              .with(ReleaseNews.failed(reason, message));
      case ReleaseOutcome.Stalled(var failures, var cause) ->
          row(StatusChanges.stalled(status, failures, cause), STALLED, KEEP, AFTER_THE_PERIOD)
              .onChange(Reasons.STALLED, Reasons.RETRIES_EXCEEDED);
      case ReleaseOutcome.Refused(var reason, var message) -> {
        // For a while, dry runs show whether what surrounds the release has changed.
        boolean isTriedAgain = reason.equals(Reasons.INVALID_OBJECT);
        // A failed attempt is why revisions are asked for that no watch shows.
        var effect = reason.equals(Reasons.REVISION_NOT_REPORTED) ? KEEP : CLEAR;
        yield row(
                StatusChanges.refused(status, reason, message),
                STALLED,
                isTriedAgain ? FailureEffect.FAILURE : effect,
                // Another one of a cycle may break it, and no event says so.
                reason.equals(Reasons.DEPENDENCY_CYCLE)
                    ? SOON
                    : isTriedAgain ? AFTER_A_DELAY : AFTER_THE_PERIOD)
            .onChange(Reasons.STALLED, reason);
      }
      case ReleaseOutcome.FailureRemoved(var deleted, var left) -> {
        var message = describe(deleted, left);
        yield row(StatusChanges.failureRemoved(status, message), RETRY, KEEP, AT_ONCE)
            .warning(Reasons.FAILURE_REMOVED, message);
      }

      // Nothing was tried.
      case ReleaseOutcome.Waiting(var message) ->
          row(waiting(status, Reasons.OPERATION_IN_PROGRESS, message), RETRY, KEEP, SOON);
      case ReleaseOutcome.Interrupted(var message) ->
          row(waiting(status, Reasons.OPERATION_IN_PROGRESS, message), RETRY, KEEP, AT_ONCE);
      case ReleaseOutcome.Blocked(var unmet) ->
          row(StatusChanges.blocked(status, String.join("; ", unmet)), RETRY, KEEP, SOON)
              .onChange(Reasons.READY, Reasons.DEPENDENCY_NOT_READY);
      case ReleaseOutcome.Held(var until) -> row(status, RETRY, KEEP, NextPass.at(until));
      case ReleaseOutcome.Paused(var current) ->
          row(changes.paused(before, current), SUCCESS, KEEP, AFTER_THE_PERIOD)
              .onChange(Reasons.PAUSED, Reasons.PAUSED_BY_ANNOTATION);

      // The release is gone.
      case ReleaseOutcome.Lingering(var objects, var looks) ->
          row(StatusChanges.lingering(status, objects), RETRY, KEEP, NextPass.growing(looks))
              .onChange(Reasons.DEPLOYED, Reasons.UNINSTALLING);
      case ReleaseOutcome.HooksDropped(var failure) ->
          row(status, RETRY, KEEP, AT_ONCE)
              .warning(
                  Reasons.HOOKS_DROPPED,
                  "The release is uninstalled without its delete hooks, as its objects are gone: "
                      + failure);
      case ReleaseOutcome.Uninstalled ignored ->
          uninstalled(
              row(StatusChanges.uninstalled(status), SUCCESS, CLEAR, AT_ONCE), before, annotations);
    };
  }

  /**
   * Without a watch of the objects, each pass asks the API server for them, and none finds the
   * release in sync. So a repair that changed nothing ends the failures of earlier passes.
   */
  private static Consequence foundRight(ReleaseStatus after) {
    return row(after, SUCCESS, unlessOnTrial(after), isOnTrial(after) ? SOON : AFTER_THE_PERIOD);
  }

  /** Returns a row with an earlier pass if objects of the revision still have to become ready. */
  private static Consequence starting(Consequence row, Revision current) {
    return row.status()
        .unreadySince()
        .map(since -> Collections.max(List.of(since, current.writtenAt())))
        .map(since -> row.with(NextPass.starting(since, row.next())))
        .orElse(row);
  }

  /** The failures count on while the revision may still fail its trial. */
  private static FailureEffect unlessOnTrial(ReleaseStatus after) {
    return isOnTrial(after) ? KEEP : CLEAR;
  }

  private static boolean isOnTrial(ReleaseStatus status) {
    return status.deployed().filter(Deployed::onTrial).isPresent();
  }

  private static Consequence corrected(Consequence row, List<Correction> corrections) {
    var real = real(corrections);
    var reported = row.correcting(corrections, real);
    return real.isEmpty()
        ? reported
        : reported.normal(
            Reasons.DRIFT_CORRECTED,
            corrections.stream()
                .filter(c -> c.how() != How.ADOPTED)
                .map(c -> describe(c) + (c.what().isEmpty() ? "" : " (" + c.what() + ")"))
                .collect(Collectors.joining(", ", "Corrected drift: ", "")));
  }

  /** Describes the corrections, except mere adoptions. */
  private static List<String> real(List<Correction> corrections) {
    return corrections.stream()
        .filter(c -> c.how() != How.ADOPTED)
        .map(Consequences::describe)
        .toList();
  }

  private static String describe(Correction correction) {
    return correction.how().name().toLowerCase(Locale.ROOT) + " " + correction.key();
  }

  /** Reports nothing for a primary that never had a release. */
  private static Consequence uninstalled(
      Consequence row, ReleaseStatus before, PrimaryAnnotations annotations) {
    if (before.deployed().isEmpty()) {
      return row;
    }
    var reason = annotations.uninstallDescription();
    var why = reason.isEmpty() ? "" : ": " + reason;
    return row.normal(Reasons.UNINSTALL_SUCCESSFUL, "Uninstalled the release" + why)
        .with(ReleaseNews.UNINSTALLED);
  }

  /** Names the overridden values. Never reports their content, which may come from a secret. */
  private List<Notice> overrides() {
    return overridden.isEmpty()
        ? List.of()
        : List.of(
            new Notice.Always(
                EventRecorder.Type.WARNING,
                Reasons.OVERRIDE_VALUES_IN_USE,
                "watches.yaml sets these values whatever the spec says: "
                    + String.join(", ", overridden)));
  }

  private static String describe(List<ObjectKey> deleted, List<ObjectKey> left) {
    var gone = deleted.isEmpty() ? "no object" : ObjectKey.list(deleted);
    var stays =
        left.isEmpty()
            ? ""
            : "; these stay, since they were there before or hold data: " + ObjectKey.list(left);
    return "the failed release is uninstalled: deleted " + gone + stays;
  }

  private static String describe(Revision revision) {
    return "release %s revision %d (chart %s-%s)"
        .formatted(
            revision.release().name(),
            revision.number(),
            revision.chart().name(),
            revision.chart().version());
  }
}
