package dev.catamaran.reconcile;

import static dev.catamaran.kit.EventRecorder.Type.NORMAL;
import static dev.catamaran.kit.EventRecorder.Type.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.Revision;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.Step;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Last step of a pass: tells people what happened, in status, Events and log, each once. */
final class ReleaseReporter {
  private static final Logger log = LoggerFactory.getLogger(ReleaseReporter.class);

  /** In characters. A message is in several conditions, and in the log. */
  private static final int LONGEST_MESSAGE = 8_192;

  private final StatusWriter writer;
  private final EventRecorder events;
  private final KnownSecrets secrets;
  private final List<String> overridden;

  /**
   * Makes reports on the primaries of one watch.
   *
   * @param overridden the values that its {@code overrideValues} set
   */
  ReleaseReporter(
      StatusWriter writer,
      EventRecorder events,
      KnownSecrets secrets,
      Collection<String> overridden) {
    this.writer = writer;
    this.events = events;
    this.secrets = secrets;
    this.overridden = List.copyOf(overridden);
  }

  /** The status that the next report goes on from. */
  JsonNode newestStatus(OfKind primary) {
    return writer.newest(primary);
  }

  /** The primary is gone. */
  void forget(OfKind primary) {
    writer.forget(primary);
  }

  /** Whether {@code primary} shows all that was reported on it. */
  boolean isUpToDate(OfKind primary) {
    return writer.isUpToDate(primary);
  }

  /**
   * Writes the status {@code after} it, and an Event if something happened since {@code before}.
   */
  void report(OfKind primary, ReleaseOutcome outcome, ReleaseStatus before, ReleaseStatus after) {
    var status = after.with(after.conditions().worded(message -> fit(primary, message)));
    switch (outcome) {
      case ReleaseOutcome.Installed(var current) -> {
        tell(primary, NORMAL, Reasons.INSTALL_SUCCESSFUL, "Installed " + describe(current));
        tellOverrides(primary);
      }
      case ReleaseOutcome.Upgraded(var current) -> {
        tell(primary, NORMAL, Reasons.UPGRADE_SUCCESSFUL, "Upgraded to " + describe(current));
        tellOverrides(primary);
      }
      case ReleaseOutcome.RolledBack(var current) ->
          tell(
              primary,
              WARNING,
              Reasons.ROLLBACK_SUCCESSFUL,
              "Undid a failed upgrade with " + describe(current));
      case ReleaseOutcome.WentBack(var current) ->
          tell(primary, NORMAL, Reasons.ROLLBACK_SUCCESSFUL, "Went back with " + describe(current));
      case ReleaseOutcome.FailureRemoved ignored ->
          tell(primary, WARNING, Reasons.FAILURE_REMOVED, "Uninstalled the failed release");
      case ReleaseOutcome.Tested(var current) ->
          tell(primary, NORMAL, Reasons.TESTS_SUCCESSFUL, "Tested " + describe(current));
      case ReleaseOutcome.TakenOver(var inherited) ->
          tell(primary, NORMAL, Reasons.TAKEN_OVER, "Took over " + describe(inherited));
      case ReleaseOutcome.Unlocked(var pending) ->
          tell(
              primary,
              WARNING,
              Reasons.UNLOCKED,
              "Nobody was left to finish revision %d, which was %s"
                  .formatted(pending.number(), pending.status().helmName()));
      case ReleaseOutcome.DriftCorrected(var ignored, var corrections) ->
          tellCorrections(primary, corrections);
      case ReleaseOutcome.Mended(var ignored, var corrections) ->
          tellCorrections(primary, corrections);
      case ReleaseOutcome.Failed(var step, var message) ->
          tell(primary, WARNING, StatusReport.reason(step), message);
      case ReleaseOutcome.Hindered(var ignored, var reason, var alsoIgnored) ->
          tellIfNew(primary, Reasons.READY, reason, before, status);
      case ReleaseOutcome.Stalled ignored ->
          tellIfNew(primary, Reasons.STALLED, Reasons.RETRIES_EXCEEDED, before, status);
      case ReleaseOutcome.Refused(var reason, var ignored) ->
          tellIfNew(primary, Reasons.STALLED, reason, before, status);
      case ReleaseOutcome.Contested ignored ->
          tellIfNew(primary, Reasons.DRIFTED, Reasons.CONTESTED, before, status);
      case ReleaseOutcome.DriftLeft ignored ->
          tellIfNew(primary, Reasons.DRIFTED, Reasons.DRIFT_FOUND, before, status);
      case ReleaseOutcome.Blocked ignored ->
          tellIfNew(primary, Reasons.READY, Reasons.DEPENDENCY_NOT_READY, before, status);
      case ReleaseOutcome.Lingering ignored ->
          tellIfNew(primary, Reasons.DEPLOYED, Reasons.UNINSTALLING, before, status);
      case ReleaseOutcome.Paused ignored ->
          tellIfNew(primary, Reasons.PAUSED, Reasons.PAUSED_BY_ANNOTATION, before, status);
      case ReleaseOutcome.Uninstalled ignored -> tellUninstalled(primary, before);
      case ReleaseOutcome.Progressing ignored -> {}
      case ReleaseOutcome.Waiting ignored -> {}
      case ReleaseOutcome.Kept ignored -> {}
      case ReleaseOutcome.Held ignored -> {}
    }
    writer.write(primary, status);
  }

  /** Writes a status in the middle of a pass. */
  void announce(OfKind primary, ReleaseStatus status) {
    writer.write(primary, status);
  }

  /** Tells that release Secrets were removed which nothing vouches for. */
  void tellRemoved(OfKind primary, List<String> secrets) {
    if (!secrets.isEmpty()) {
      tell(
          primary,
          WARNING,
          Reasons.REVISION_NOT_BELIEVED,
          "removed what this operator did not store: release Secrets "
              + String.join(", ", secrets));
    }
  }

  /** Never what they are set to: that may come from a secret. */
  private void tellOverrides(OfKind primary) {
    if (!overridden.isEmpty()) {
      tell(
          primary,
          WARNING,
          Reasons.OVERRIDE_VALUES_IN_USE,
          "watches.yaml sets these values whatever the spec says: "
              + String.join(", ", overridden));
    }
  }

  private void tellUninstalled(OfKind primary, ReleaseStatus before) {
    if (before.deployed().isPresent()) {
      var reason = PrimaryAnnotations.of(primary).uninstallDescription();
      var why = reason.isEmpty() ? "" : ": " + reason;
      tell(primary, NORMAL, Reasons.UNINSTALL_SUCCESSFUL, "Uninstalled the release" + why);
    }
  }

  private void tellCorrections(OfKind primary, List<Correction> corrections) {
    var real = corrections.stream().filter(c -> c.how() != How.ADOPTED).toList();
    if (!real.isEmpty()) {
      var what =
          real.stream()
              .map(c -> c.how().name().toLowerCase(Locale.ROOT) + " " + c.key())
              .collect(Collectors.joining(", "));
      tell(primary, NORMAL, Reasons.DRIFT_CORRECTED, "Corrected drift: " + what);
    }
  }

  /** Fit for everybody who may read the primary. */
  private String fit(OfKind primary, String message) {
    // Cut last: half of a secret would not be known for one.
    return cut(secrets.hide(primary.getMetadata().getUid(), message));
  }

  private static String cut(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE) + "…";
  }

  private void tell(OfKind primary, EventRecorder.Type type, String reason, String text) {
    var message = fit(primary, text);
    switch (type) {
      case NORMAL -> log.info("{}", message);
      case WARNING -> log.warn("{}: {}", reason, message);
    }
    Step.current().tells(reason, message);
    events.record(primary, type, reason, message);
  }

  /** What lasts is told once: when its condition says something that it did not say before. */
  private void tellIfNew(
      OfKind primary, String condition, String reason, ReleaseStatus before, ReleaseStatus now) {
    var message = now.conditions().find(condition).map(Condition::getMessage);
    if (!message.equals(before.conditions().find(condition).map(Condition::getMessage))) {
      tell(primary, WARNING, reason, message.orElse(""));
    }
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
