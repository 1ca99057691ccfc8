package dev.catamaran.reports;

import dev.catamaran.reports.PrimaryReport.ReleaseRow;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Age;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Table.Cell;
import dev.catamaran.terminal.Tree;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** A report as a tree of text, for a terminal and for a page. Pure. */
final class ReportTree {
  private final PrimaryReport report;
  private final Clock clock;
  private final Paint paint;

  ReportTree(PrimaryReport report, Clock clock, Paint paint) {
    this.report = report;
    this.clock = clock;
    this.paint = paint;
  }

  Tree tree() {
    var children = new ArrayList<Tree>();
    addUnlessEmpty("Conditions", conditions(), children);
    report.notes().forEach(line -> children.add(Tree.leaf(TerminalText.oneLine(line))));
    report.release().forEach(release -> children.add(release(release)));
    addUnlessEmpty("Events", events(report.events()), children);
    return new Tree(title(), children);
  }

  private String title() {
    var primary = report.primary();
    var place = primary.namespace().isEmpty() ? "" : " in namespace " + primary.namespace();
    return TerminalText.oneLine(
        primary.qualifiedName() + place + ", age " + Age.since(primary.created(), clock));
  }

  private static void addUnlessEmpty(String text, List<String> leaves, List<Tree> into) {
    if (!leaves.isEmpty()) {
      into.add(Tree.of(text, leaves));
    }
  }

  private List<String> conditions() {
    return aligned(
        report.conditions().stream()
            .map(
                each ->
                    List.of(
                        Cell.of(each.type()),
                        new Cell(each.status(), each.ink()),
                        Cell.of(each.reason()),
                        Cell.of(each.firstLine())))
            .toList());
  }

  private List<String> aligned(List<List<Cell>> rows) {
    var table = Table.headless(rows);
    return rows.stream().map(row -> table.line(row, paint)).toList();
  }

  private Tree release(ReleaseRow release) {
    var text = release.line(clock);
    if (!report.manifestProblem().isEmpty()) {
      var problem = "its manifest cannot be read: " + report.manifestProblem();
      return Tree.of(text, List.of(TerminalText.oneLine(problem)));
    }
    var lines =
        aligned(report.descendants().stream().map(row -> cells(row, release.namespace())).toList());
    var children = new ArrayList<Tree>();
    for (int i = 0; i < lines.size(); i++) {
      children.add(Tree.of(lines.get(i), events(report.descendants().get(i).events())));
    }
    return new Tree(text, children);
  }

  private static List<Cell> cells(DescendantRow row, String releaseNamespace) {
    return List.of(
        Cell.of(row.title(releaseNamespace)),
        Cell.of(row.replicas()),
        standing(row),
        new Cell(row.drift(), Ink.BAD));
  }

  private static Cell standing(DescendantRow row) {
    if (row.missing()) {
      return new Cell("missing", Ink.BAD);
    }
    return row.ready() ? new Cell("ready", Ink.GOOD) : new Cell(row.message(), Ink.BUSY);
  }

  private List<String> events(List<ObjectEvent> events) {
    return aligned(
        events.stream()
            .map(
                event ->
                    List.of(
                        new Cell(Age.since(event.lastSeen(), clock), Ink.FAINT),
                        new Cell(
                            event.type(), event.type().equals("Normal") ? Ink.PLAIN : Ink.BUSY),
                        Cell.of(event.reason()),
                        Cell.of(event.text())))
            .toList());
  }
}
