package dev.catamaran.watch;

import dev.catamaran.chart.InvalidChartException;
import java.nio.file.Path;

/** Check of the charts on disk that a watches.yaml names, while the file is read. */
@FunctionalInterface
public interface ChartCheck {

  /**
   * Checks one chart.
   *
   * @throws InvalidChartException if the chart makes the watches.yaml invalid
   */
  void check(Path chart) throws InvalidChartException;
}
