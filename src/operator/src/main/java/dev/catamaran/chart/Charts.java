package dev.catamaran.chart;

/** Access to the charts that watches name. */
public interface Charts {

  /**
   * Returns the current chart; waits for its first load.
   *
   * @throws ChartUnavailableException if it is unavailable at present
   */
  Chart get(ChartReference reference) throws ChartUnavailableException;
}
