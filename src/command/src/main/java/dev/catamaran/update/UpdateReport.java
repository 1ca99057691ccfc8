package dev.catamaran.update;

import dev.catamaran.project.FileUpdate.Effect;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.update.ChartUpdate.Outcome;
import java.util.ArrayList;
import java.util.List;

/** The report of an update, for a pull request. */
final class UpdateReport {
  private final StringBuilder text = new StringBuilder();
  private final List<String> samples = new ArrayList<>();

  void stays(String folder, String reason) {
    text.append("%s: %s.\n".formatted(code(folder), reason));
  }

  void leftOut(ProjectApi api) {
    stays(
        api.chart(),
        "PROJECT has no place with further versions; `catamaran update chart %s --helm-chart NEW --from OLD` updates it, where OLD is the chart that the copy is of"
            .formatted(api.kind()));
  }

  void sampleStays(ProjectApi api, String path) {
    samples.add(
        "%s is edited, so it stays; does it fit to the new values of %s?"
            .formatted(code(path), api.kind()));
  }

  void updated(Outcome.Updated chart) {
    var folder = chart.api().chart();
    heading("%s: %s → %s".formatted(folder, chart.before(), chart.after()));
    chart.remarks().forEach(this::item);
    files(chart.merge());
  }

  /**
   * Adds the files of a new version of Catamaran.
   *
   * @param before the version that the project has; empty if it does not say so
   */
  void upgraded(String before, String after, MergedFiles merge) {
    heading(
        before.equals(after)
            ? "Catamaran " + after
            : "Catamaran %s → %s".formatted(before.isEmpty() ? "(no version)" : before, after));
    files(merge);
  }

  private void files(MergedFiles merge) {
    for (var effect : Effect.values()) {
      list(effect.title, effect.title.isEmpty() ? List.of() : merge.with(effect));
    }
    if (merge.isWithoutEffect()) {
      item("No file changes");
    }
  }

  private void list(String title, List<String> files) {
    if (!files.isEmpty()) {
      item(
          "%s: %s"
              .formatted(
                  title, String.join(", ", files.stream().map(UpdateReport::code).toList())));
    }
  }

  /** Adds the files that follow from the new charts: their differences are in Git. */
  void follows(List<String> generated) {
    samples.forEach(this::item);
    list("Generated anew", generated);
  }

  String text() {
    return text.isEmpty() ? "The project has no kind with a chart.\n" : text.toString();
  }

  private void heading(String title) {
    text.append(text.isEmpty() ? "" : "\n").append("## ").append(title).append("\n\n");
  }

  private void item(String line) {
    text.append("- ").append(line).append('\n');
  }

  private static String code(String name) {
    return "`" + name.replace('`', '\'').replace('\n', ' ') + "`";
  }
}
