package dev.catamaran.ui;

import dev.catamaran.inspect.ReleaseValuesReport;
import dev.catamaran.inspect.TerminalText;
import java.util.List;

/** The values of a revision, with their sources. Secret values are asterisks. */
public record ValuesPage(Frame frame, Tabs tabs, String title, List<Line> lines) {
  /** A value. */
  public record Line(String path, String value, String source) {}

  static ValuesPage of(Frame frame, ReleaseLink link, ReleaseValuesReport report) {
    return new ValuesPage(
        frame,
        Tabs.of(link, Tabs.Tab.VALUES),
        "Values of revision %d of release %s".formatted(report.revision(), report.release()),
        report.values().stream()
            .map(
                leaf ->
                    new Line(
                        TerminalText.oneLine(leaf.path()),
                        TerminalText.oneLine(leaf.value().toString()),
                        leaf.source()))
            .toList());
  }
}
