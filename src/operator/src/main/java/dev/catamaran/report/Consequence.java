package dev.catamaran.report;

import dev.catamaran.extension.MadeRevision;
import dev.catamaran.extension.ReleaseNews;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.telemetry.PassOutcome;
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

  static Consequence of(
      ReleaseStatus status, PassOutcome metric, FailureEffect effect, NextPass next) {
    return new Consequence(
        status, metric, effect, next, List.of(), Optional.empty(), List.of(), ReleaseNews.NONE);
  }

  Consequence with(NextPass other) {
    return new Consequence(status, metric, effect, other, notices, made, corrections, news);
  }

  Consequence with(ReleaseStatus other) {
    return new Consequence(other, metric, effect, next, notices, made, corrections, news);
  }

  Consequence telling(Notice... more) {
    var all = Stream.concat(notices.stream(), Stream.of(more)).toList();
    return new Consequence(status, metric, effect, next, all, made, corrections, news);
  }

  Consequence making(MadeRevision revision) {
    return new Consequence(
        status,
        metric,
        effect,
        next,
        notices,
        Optional.of(revision),
        corrections,
        ReleaseNews.made(revision));
  }

  Consequence correcting(List<Correction> objects) {
    return new Consequence(status, metric, effect, next, notices, made, objects, news);
  }

  Consequence with(ReleaseNews other) {
    return new Consequence(status, metric, effect, next, notices, made, corrections, other);
  }
}
