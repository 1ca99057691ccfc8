package dev.catamaran.report;

import static dev.catamaran.kit.EventRecorder.Type.WARNING;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.observe.TrustedRevisions.Deletion;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.report.Consequence.Notice;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.Sentences;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.Step;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Last step of a pass: reports the outcome in status, Events and log, each once. */
public record ReleaseReporter(StatusWriter writer, EventRecorder events, KnownSecrets secrets) {
  private static final Logger log = LoggerFactory.getLogger(ReleaseReporter.class);

  /** Limit in characters. A message is in several conditions, and in the log. */
  private static final int LONGEST_MESSAGE = 8_192;

  /**
   * Reports the notices, and writes the status {@code after} unless the primary already contains
   * it.
   */
  public void report(
      OfKind primary, List<Notice> notices, ReleaseStatus before, ReleaseStatus after) {
    var status = fit(primary, after);
    tellAll(primary, notices, before, status);
    writer.write(primary, status);
    writer
        .untold(primary)
        .ifPresent(loss -> tell(primary, WARNING, Reasons.STATUS_NOT_STORED, loss));
  }

  /** Reports the notices, and writes no status. */
  public void tell(
      OfKind primary, List<Notice> notices, ReleaseStatus before, ReleaseStatus after) {
    tellAll(primary, notices, before, fit(primary, after));
  }

  private void tellAll(
      OfKind primary, List<Notice> notices, ReleaseStatus before, ReleaseStatus now) {
    for (var notice : notices) {
      switch (notice) {
        case Notice.Always(var type, var reason, var text) -> tell(primary, type, reason, text);
        case Notice.OnChange(var condition, var reason) ->
            reportIfNew(primary, condition, reason, before, now);
      }
    }
  }

  private ReleaseStatus fit(OfKind primary, ReleaseStatus status) {
    return status.with(status.conditions().worded(message -> fit(primary, message)));
  }

  /**
   * Writes a status in the middle of a pass, before a revision is made.
   *
   * @throws dev.catamaran.status.StatusWriter.StatusRefusedException if the revision must not be
   *     made
   */
  public void announce(OfKind primary, ReleaseStatus status) {
    writer.write(primary, status);
    writer.requireAnnounced(primary);
  }

  /** Reports what the operator deleted, and why. */
  public void reportDeleted(OfKind primary, List<Deletion> deletions) {
    deletions.forEach(one -> tell(primary, WARNING, one.reason(), one.sentence()));
  }

  /** Makes a message fit for everybody who may read the primary. */
  private String fit(OfKind primary, String message) {
    // Cut last: part of a secret would not be recognized.
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
    Step.current().event(reason, message);
    events.record(primary, type, reason, message);
  }

  /** Reports a lasting state once, when the message of its condition changes. */
  private void reportIfNew(
      OfKind primary, String condition, String reason, ReleaseStatus before, ReleaseStatus now) {
    var message = sentence(condition, now);
    if (!message.equals(sentence(condition, before))) {
      tell(primary, WARNING, reason, message);
    }
  }

  private static String sentence(String condition, ReleaseStatus status) {
    return status
        .conditions()
        .find(condition)
        .map(found -> Sentences.withoutAttempt(found.getMessage()))
        .orElse("");
  }
}
