package dev.catamaran.ui;

import dev.catamaran.reports.DescendantRow;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.revisions.ReleaseHistory;
import dev.catamaran.run.TerminalText;
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

  public String title(DescendantRow object) {
    return object.title(link.namespace());
  }

  public static String standing(DescendantRow object) {
    if (object.missing()) {
      return "missing";
    }
    return object.ready() ? "ready" : TerminalText.oneLine("not ready: " + object.message());
  }

  public static String mood(DescendantRow object) {
    boolean isBad = object.missing() || !object.differing().isEmpty();
    return isBad ? "bad" : object.ready() ? "good" : "busy";
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
