package dev.catamaran.chart;

import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Contents of the {@code crds/} folders of a chart and its subcharts. Helm creates these objects
 * before all others, and only during an install. Read once; safe for many threads.
 */
public final class ChartDefinitions {
  private final ChartTree chart;

  private ChartDefinitions(ChartTree chart) {
    this.chart = chart;
  }

  /**
   * Reads the definitions of a chart.
   *
   * @param chart chart from {@link ChartLoader}
   * @throws InvalidChartException if its files have become invalid
   * @throws UncheckedIOException if its files cannot be read any more
   */
  public static ChartDefinitions of(Chart chart) throws InvalidChartException {
    return new ChartDefinitions(ChartTree.read(ChartDirectory.files(chart.path())));
  }

  /**
   * Returns the definitions of the chart and of the subcharts that these values enable, as YAML
   * documents.
   */
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
