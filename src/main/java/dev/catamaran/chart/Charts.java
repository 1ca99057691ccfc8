package dev.catamaran.chart;

/** Hands out the charts that watches name. */
public interface Charts {

  /**
   * The chart as it is now; waits while it is loaded for the first time.
   *
   * @throws ChartUnavailableException if it cannot be had at present
   */
  Chart get(ChartReference reference) throws ChartUnavailableException;
}
