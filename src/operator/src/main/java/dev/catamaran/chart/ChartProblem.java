package dev.catamaran.chart;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;

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

  static ChartProblem ofChart(String problem, String hint) {
    return new ChartProblem("", 0, problem, hint);
  }

  static ChartProblem ofFile(String file, String problem, String hint) {
    return new ChartProblem(file, 0, problem, hint);
  }

  static ChartProblem unreadable(Exception e) {
    var cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
    return switch (cause) {
      case AccessDeniedException denied ->
          ofFile(
              String.valueOf(denied.getFile()),
              "permission denied",
              "let the operator's user read it");
      case FileSystemLoopException loop ->
          ofFile(String.valueOf(loop.getFile()), "a link that leads in a circle", "remove it");
      case null, default -> ofChart("cannot be read: " + cause, "");
    };
  }

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
