package dev.catamaran.chart;

import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What lies in the {@code crds/} folders of a chart and of its subcharts. Helm makes these before
 * all else, and only when it installs. Read once; safe for many threads.
 */
public final class ChartDefinitions {
  private final ChartTree chart;

  private ChartDefinitions(ChartTree chart) {
    this.chart = chart;
  }

  /**
   * Reads them.
   *
   * @param chart as {@link ChartLoader} gave it
   * @throws InvalidChartException if its files have gone bad since
   * @throws UncheckedIOException if they cannot be read any more
   */
  public static ChartDefinitions of(Chart chart) throws InvalidChartException {
    return new ChartDefinitions(ChartTree.read(ChartDirectory.files(chart.path())));
  }

  /** Those of the chart and of the subcharts that these values enable, as YAML documents. */
  public String with(Values values) {
    if (all(chart).allMatch(String::isBlank)) {
      return "";
    }
    return all(EnabledSubcharts.of(chart, values.toTree())).collect(Collectors.joining("\n---\n"));
  }

  private static Stream<String> all(ChartTree chart) {
    return Stream.concat(
        Stream.of(chart.definitions()), chart.subcharts().stream().flatMap(ChartDefinitions::all));
  }
}
