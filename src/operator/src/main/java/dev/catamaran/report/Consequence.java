package dev.catamaran.report;

import dev.catamaran.api.ChartAction;
import dev.catamaran.extension.MadeRevision;
import dev.catamaran.extension.ReleaseNews;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.telemetry.PassOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Consequence of one outcome of a pass. Immutable.
 *
 * @param status the status after it
 * @param metric its value in metrics
 * @param effect its effect on the failure count
 * @param next the time of the next pass
 * @param notices the reports to people, in this order
 * @param made the revision that it made
 * @param corrections the objects that it repaired
 * @param news the report to listeners
 */
public record Consequence(
    ReleaseStatus status,
    PassOutcome metric,
    FailureEffect effect,
    NextPass next,
    List<Notice> notices,
    Optional<MadeRevision> made,
    List<Correction> corrections,
    ReleaseNews news) {

  /** Report of an outcome, as an Event and a log line. */
  sealed interface Notice {

    /** Reported each time. */
    record Always(EventRecorder.Type type, String reason, String text) implements Notice {}

    /** The message of a condition, reported only if it differs from the previous one. */
    record OnChange(String condition, String reason) implements Notice {}
  }

  /** Effect of an outcome on the failure count. */
  enum FailureEffect {
    /** Nothing was tried, or the result is not certain yet. */
    KEEP,
    /** All is well, or a person must change something. */
    CLEAR,
    /** The input failed once more. */
    FAILURE,
    /** The action failed once more, and the input is not to blame. */
    HINDRANCE
  }

  static Consequence row(
      ReleaseStatus status, PassOutcome metric, FailureEffect effect, NextPass next) {
    return new Consequence(
        status, metric, effect, next, List.of(), Optional.empty(), List.of(), ReleaseNews.NONE);
  }

  /** Returns the failures after a pass over {@code input}. */
  public Optional<Backoff> failures(Optional<Backoff> before, String input, Instant now) {
    return switch (effect) {
      case KEEP -> before;
      case CLEAR -> Optional.empty();
      case FAILURE -> Optional.of(Backoff.after(before, input, now));
      case HINDRANCE -> Optional.of(Backoff.afterHindrance(before, input, now));
    };
  }

  Consequence with(NextPass other) {
    return new Consequence(status, metric, effect, other, notices, made, corrections, news);
  }

  Consequence with(ReleaseStatus other) {
    return new Consequence(other, metric, effect, next, notices, made, corrections, news);
  }

  Consequence with(ReleaseNews other) {
    return new Consequence(status, metric, effect, next, notices, made, corrections, other);
  }

  Consequence telling(List<Notice> more) {
    var all = Stream.concat(notices.stream(), more.stream()).toList();
    return new Consequence(status, metric, effect, next, all, made, corrections, news);
  }

  Consequence normal(String reason, String text) {
    return telling(List.of(new Notice.Always(EventRecorder.Type.NORMAL, reason, text)));
  }

  Consequence warning(String reason, String text) {
    return telling(List.of(new Notice.Always(EventRecorder.Type.WARNING, reason, text)));
  }

  Consequence onChange(String condition, String reason) {
    return telling(List.of(new Notice.OnChange(condition, reason)));
  }

  Consequence making(ChartAction action, Revision revision) {
    var by = Optional.of(MadeRevision.of(action, revision));
    return new Consequence(
        status, metric, effect, next, notices, by, corrections, ReleaseNews.made(by.get()));
  }

  /** Returns this with repaired objects, and what listeners are told of them. */
  Consequence correcting(List<Correction> objects, List<String> told) {
    return new Consequence(
        status, metric, effect, next, notices, made, objects, ReleaseNews.driftCorrected(told));
  }
}
