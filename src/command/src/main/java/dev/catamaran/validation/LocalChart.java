package dev.catamaran.validation;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A chart on disk.
 *
 * @param path folder or .tgz
 * @param shown the path from the project's folder
 * @param chart the loaded chart; empty if it has problems
 * @param problems its problems
 */
record LocalChart(Path path, String shown, Optional<Chart> chart, List<ChartProblem> problems) {
  /** Returns the path of a file in the chart, from the project's folder. */
  String file(String inside) {
    return inside.isEmpty() ? shown : shown + "/" + inside;
  }

  /** Returns the path of a template that Helm names with the chart's name in front. */
  String template(String named) {
    int slash = named.indexOf('/');
    return file(named.substring(slash + 1));
  }
}
