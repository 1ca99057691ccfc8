package dev.catamaran.ui;

import dev.catamaran.inspect.Age;
import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.DescendantRow;
import dev.catamaran.inspect.HistoryRow;
import dev.catamaran.inspect.ObjectEvent;
import dev.catamaran.inspect.PrimaryReport;
import dev.catamaran.inspect.TerminalText;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * One release.
 *
 * @param release a sentence on it; empty for none
 * @param problem why its objects cannot be shown; empty if they can
 * @param objects in the order of the manifest
 * @param revisions the newest first
 * @param commands that make sense
 */
public record ReleasePage(
    Frame frame,
    Tabs tabs,
    String release,
    String problem,
    List<State> conditions,
    List<Descendant> objects,
    List<Revision> revisions,
    List<Occurrence> events,
    List<String> commands) {
  /** A condition. */
  public record State(String type, String status, String reason, String message, String since) {}

  /**
   * An object of the release.
   *
   * @param ready in words
   * @param drift in words; empty for none
   * @param mood the class of its style
   */
  public record Descendant(
      String name,
      String ready,
      String replicas,
      String drift,
      String mood,
      List<Occurrence> events) {}

  /**
   * A revision.
   *
   * @param changes path of its differences from the revision before; empty for the first
   */
  public record Revision(
      int number,
      String updated,
      String status,
      String chart,
      String appVersion,
      String description,
      String values,
      String changes) {}

  /** An Event. */
  public record Occurrence(String age, String type, String reason, String message) {}

  static ReleasePage of(
      Frame frame, ReleaseLink link, PrimaryReport report, List<String> commands, Clock clock) {
    return new ReleasePage(
        frame,
        Tabs.of(link, Tabs.Tab.OVERVIEW),
        report.release().stream()
            .map(
                each ->
                    "Release %s, revision %d of chart %s, %s%s"
                        .formatted(
                            each.name(),
                            each.revision(),
                            each.chart(),
                            each.status(),
                            each.lastDeployed().isEmpty()
                                ? ""
                                : " " + Age.since(each.lastDeployed(), clock) + " ago"))
            .findFirst()
            .orElse(""),
        report.manifestProblem(),
        report.conditions().stream().map(each -> state(each, clock)).toList(),
        report.descendants().stream()
            .map(each -> descendant(each, link.namespace(), clock))
            .toList(),
        revisions(link, report.history(), clock),
        occurrences(report.events(), clock),
        commands);
  }

  private static State state(Condition condition, Clock clock) {
    return new State(
        condition.type(),
        condition.status(),
        condition.reason(),
        firstLine(condition.message()),
        Age.since(condition.lastTransitionTime(), clock));
  }

  /** NOTES of a chart have many lines. */
  private static String firstLine(String message) {
    var lines = message.strip().lines().toList();
    return TerminalText.oneLine(lines.size() > 1 ? lines.getFirst() + " …" : message);
  }

  private static Descendant descendant(DescendantRow row, String namespace, Clock clock) {
    boolean isElsewhere = !row.namespace().isEmpty() && !row.namespace().equals(namespace);
    var drift = row.differing().isEmpty() ? "" : "differs at " + String.join(", ", row.differing());
    boolean isBad = row.missing() || !drift.isEmpty();
    return new Descendant(
        row.kind() + "/" + row.name() + (isElsewhere ? " in " + row.namespace() : ""),
        ready(row),
        row.replicas(),
        TerminalText.oneLine(drift),
        isBad ? "bad" : row.ready() ? "good" : "busy",
        occurrences(row.events(), clock));
  }

  private static String ready(DescendantRow row) {
    if (row.missing()) {
      return "missing";
    }
    return row.ready() ? "ready" : TerminalText.oneLine("not ready: " + row.message());
  }

  private static List<Revision> revisions(ReleaseLink link, List<HistoryRow> history, Clock clock) {
    var revisions = new ArrayList<Revision>();
    int before = 0;
    for (var row : history) {
      revisions.add(
          new Revision(
              row.revision(),
              Age.since(row.updated(), clock) + " ago",
              row.status(),
              row.chart(),
              row.appVersion(),
              TerminalText.oneLine(row.description()),
              link.below("values?revision=" + row.revision()),
              before == 0
                  ? ""
                  : link.below("changes?from=%d&to=%d".formatted(before, row.revision()))));
      before = row.revision();
    }
    return revisions.reversed();
  }

  private static List<Occurrence> occurrences(List<ObjectEvent> events, Clock clock) {
    return events.stream()
        .map(
            event ->
                new Occurrence(
                    Age.since(event.lastSeen(), clock),
                    event.type(),
                    event.reason(),
                    TerminalText.oneLine(event.message())
                        + (event.count() > 1 ? " (%d times)".formatted(event.count()) : "")))
        .toList();
  }
}
