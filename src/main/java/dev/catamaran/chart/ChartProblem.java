package dev.catamaran.chart;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;

/**
 * One thing that is wrong with a chart.
 *
 * @param file the file within the chart, such as {@code charts/redis/Chart.yaml}; empty if it is
 *     the chart itself
 * @param line counted from 1; 0 if it is no single line
 * @param problem what is wrong
 * @param hint what to do; empty if that is plain
 */
public record ChartProblem(String file, int line, String problem, String hint) {

  static ChartProblem ofChart(String problem, String hint) {
    return new ChartProblem("", 0, problem, hint);
  }

  static ChartProblem ofFile(String file, String problem, String hint) {
    return new ChartProblem(file, 0, problem, hint);
  }

  /** What to tell of a file or folder that cannot be read. */
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

  /** {@code problem} with the place before it and without the hint. */
  public String placed() {
    if (file.isEmpty()) {
      return problem;
    }
    return file + (line > 0 ? ":" + line : "") + ": " + problem;
  }

  /** The whole sentence for a person. */
  public String message() {
    return hint.isEmpty() ? placed() : placed() + "; " + hint;
  }
}
