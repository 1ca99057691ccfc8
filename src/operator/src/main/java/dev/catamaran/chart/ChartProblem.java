package dev.catamaran.chart;

/**
 * One problem of a chart.
 *
 * @param file path within the chart, such as {@code charts/redis/Chart.yaml}; empty for the chart
 *     itself
 * @param line counted from 1; 0 if it concerns no single line
 * @param problem description of the problem
 * @param hint advice; empty if that is obvious
 */
public record ChartProblem(String file, int line, String problem, String hint) {

  /** Returns the place and {@code problem}, without the hint. */
  public String placed() {
    if (file.isEmpty()) {
      return problem;
    }
    return file + (line > 0 ? ":" + line : "") + ": " + problem;
  }

  /** Returns the whole sentence for the user. */
  public String message() {
    return hint.isEmpty() ? placed() : placed() + "; " + hint;
  }
}
