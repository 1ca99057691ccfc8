package dev.catamaran.preview;

import dev.catamaran.inspect.TerminalText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What changed charts do to the primaries of a snapshot. Pure.
 *
 * @param taken when the snapshot was taken
 * @param kinds those with a changed chart
 * @param notes sentences about what is not known
 */
public record FleetReport(String taken, List<OfKind> kinds, List<String> notes) {
  private static final int MOST_NAMED = 5;

  /** Copies the lists. */
  public FleetReport {
    kinds = List.copyOf(kinds);
    notes = List.copyOf(notes);
  }

  /**
   * The primaries of a kind.
   *
   * @param kind with its group
   * @param chart folder of the chart in the project
   * @param unknown number of primaries that the plan omits: the snapshot does not render them
   */
  public record OfKind(String kind, Path chart, Plan plan, int unknown) {
    /** Returns how many of the primaries change. */
    int changed() {
      return plan.groups().stream().mapToInt(group -> group.primaries().size()).sum();
    }

    /** Returns the numbers in one line. */
    public String counts() {
      return "%d changed, %d unchanged; %d restart pods, %d fail"
              .formatted(changed(), plan.unchanged(), plan.restarts(), plan.failures().size())
          + (unknown == 0 ? "" : ", %d not known".formatted(unknown));
    }
  }

  /** Returns a section in Markdown. */
  public String markdown() {
    var lines = new ArrayList<String>();
    lines.add("## Live primaries");
    lines.add("");
    lines.add(
        "As of %s, the present chart compared with the new one, with the same values."
            .formatted(taken));
    for (var kind : kinds) {
      lines.add("");
      lines.add("%s: %s".formatted(code(kind.kind()), kind.counts()));
      var items = new ArrayList<String>();
      for (var group : kind.plan().groups()) {
        items.add("- " + named(group.primaries()));
        group.changes().forEach(change -> items.add("  - " + code(change)));
      }
      kind.plan()
          .failures()
          .forEach(
              failure ->
                  items.add(
                      "- %s fails: %s".formatted(failure.primary(), code(failure.problem()))));
      if (!items.isEmpty()) {
        lines.add("");
        lines.addAll(items);
      }
    }
    if (!notes.isEmpty()) {
      lines.add("");
      notes.forEach(note -> lines.add("- " + TerminalText.oneLine(note)));
    }
    return String.join("\n", lines) + "\n";
  }

  /** Returns the number and the first names of primaries. */
  public static String named(List<String> primaries) {
    var names = String.join(", ", primaries.stream().limit(MOST_NAMED).toList());
    return "%d %s: %s%s"
        .formatted(
            primaries.size(),
            primaries.size() == 1 ? "primary" : "primaries",
            names,
            primaries.size() > MOST_NAMED ? ", …" : "");
  }

  private static String code(String text) {
    return "`" + TerminalText.oneLine(text).replace('`', '\'') + "`";
  }
}
