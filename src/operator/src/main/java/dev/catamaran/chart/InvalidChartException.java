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
}
