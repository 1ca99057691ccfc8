package dev.catamaran.chart;

import java.nio.file.Path;

/** Loads packaged charts that no watch names. */
@FunctionalInterface
public interface PackagedCharts {
  /**
   * Loads a chart.
   *
   * @param name names it in problems
   * @throws InvalidChartException if it is invalid
   */
  Chart load(Path name, byte[] archive) throws InvalidChartException;
}
