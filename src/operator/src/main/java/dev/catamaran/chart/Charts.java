package dev.catamaran.chart;

import java.nio.file.Path;

/** Access to the charts that watches name. */
public interface Charts {

  /**
   * Returns the current chart; waits for its first load.
   *
   * @throws ChartUnavailableException if it is unavailable at present
   */
  Chart get(ChartReference reference) throws ChartUnavailableException;

  /** Loads packaged charts that no watch names. */
  @FunctionalInterface
  interface PackagedCharts {
    /**
     * Loads a chart.
     *
     * @param name names it in problems
     * @throws InvalidChartException if it is invalid
     */
    Chart load(Path name, byte[] archive) throws InvalidChartException;
  }

  /**
   * A chart is unavailable at present; the message is a sentence with the reason, without secrets.
   */
  final class ChartUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    public ChartUnavailableException(String problem) {
      super(problem);
    }

    public String problem() {
      return String.valueOf(getMessage());
    }
  }
}
