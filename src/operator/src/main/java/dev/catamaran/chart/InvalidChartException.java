package dev.catamaran.chart;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A chart cannot be installed with any values. The message has one line for each problem. */
public final class InvalidChartException extends Exception {

  private final transient Path chart;
  private final transient List<ChartProblem> problems;

  InvalidChartException(Path chart, List<ChartProblem> problems) {
    super(
        problems.stream()
            .map(problem -> "chart " + chart + ": " + problem.message())
            .collect(Collectors.joining("\n")));
    this.chart = chart;
    this.problems = List.copyOf(problems);
  }

  public Path chart() {
    return chart;
  }

  /** Returns all problems; never empty. */
  public List<ChartProblem> problems() {
    return problems;
  }

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
}
