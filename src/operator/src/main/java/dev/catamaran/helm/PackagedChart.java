package dev.catamaran.helm;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartValues;
import dev.catamaran.chart.InvalidChartException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A chart on disk, read as Helm reads it.
 *
 * @param content its form in a release
 * @param values merges values with its defaults
 */
record PackagedChart(StoredChart content, ChartValues values) {

  /**
   * Reads the chart.
   *
   * @throws dev.catamaran.release.EngineException if Helm cannot read it
   * @throws UncheckedIOException if its values cannot be read
   */
  static PackagedChart read(ChartEngine engine, Chart chart) {
    try {
      return new PackagedChart(StoredChart.of(engine.stored(chart)), ChartValues.of(chart));
    } catch (InvalidChartException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
