package dev.catamaran.watch;

import dev.catamaran.chart.InvalidChartException;
import java.nio.file.Path;

/** Looks at the charts on disk that a watches.yaml names while it is read. */
@FunctionalInterface
public interface ChartCheck {

  /**
   * Looks at one.
   *
   * @throws InvalidChartException if the watches.yaml is not to be used because of it
   */
  void check(Path chart) throws InvalidChartException;
}
