package dev.catamaran.helm;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;

/**
 * A chart on disk, read as Helm reads it.
 *
 * @param content its form in a release
 * @param engine combines values with its defaults
 */
record PackagedChart(StoredChart content, Chart chart, ChartEngine engine) {

  /**
   * Reads the chart.
   *
   * @throws dev.catamaran.release.EngineException if Helm cannot read it
   */
  static PackagedChart read(ChartEngine engine, Chart chart) {
    return new PackagedChart(StoredChart.of(engine.stored(chart)), chart, engine);
  }

  /**
   * Returns values with the defaults below them.
   *
   * @throws dev.catamaran.release.EngineException if Helm cannot combine them
   */
  NormalizedValues coalesced(Values values) {
    return NormalizedValues.of(engine.coalesced(chart, values));
  }
}
