package dev.catamaran.ui;

import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.revisions.ReleaseHistory;
import dev.catamaran.terminal.Age;
import java.time.Clock;
import java.util.List;

/**
 * One release.
 *
 * @param commands that make sense
 * @param clock tells ages
 */
public record ReleasePage(
    Frame frame, ReleaseLink link, PrimaryReport report, List<String> commands, Clock clock) {
  public String age(String time) {
    return Age.since(time, clock);
  }

  /** Returns the path of a revision's values. */
  public String values(ReleaseHistory.Row revision) {
    return link.below("values?revision=" + revision.revision());
  }

  /** Returns the path of the differences from the revision before; empty for the first. */
  public String changes(ReleaseHistory.Row revision) {
    int index = report.history().lastIndexOf(revision);
    return index == 0
        ? ""
        : link.below(
            "changes?from=%d&to=%d"
                .formatted(report.history().get(index - 1).revision(), revision.revision()));
  }
}
