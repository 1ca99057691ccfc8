package dev.catamaran.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Contents of the {@code crds/} folders of a chart and its subcharts. Helm creates these objects
 * before all others, and only during an install. Read once; safe for many threads.
 */
public final class ChartDefinitions {
  private final ChartTree chart;
  private final List<Values> trials;

  private ChartDefinitions(ChartTree chart, List<Values> trials) {
    this.chart = chart;
    this.trials = List.copyOf(trials);
  }

  /**
   * Reads the definitions of a chart.
   *
   * @param chart chart from {@link ChartLoader}
   * @throws InvalidChartException if its files have become invalid
   * @throws UncheckedIOException if its files cannot be read any more
   */
  public static ChartDefinitions of(Chart chart) throws InvalidChartException {
    return new ChartDefinitions(
        ChartTree.read(ChartDirectory.files(chart.path())), trials(chart.path().resolve("ci")));
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

  /**
   * Returns the definitions of the chart and of the subcharts that its own values enable, or those
   * of its folder ci, with these values in addition.
   */
  public String ofItself(Values overrides) {
    return Stream.concat(Stream.of(Values.empty()), trials.stream())
        .map(own -> with(own.merge(overrides)))
        .collect(Collectors.joining("\n---\n"));
  }

  private static List<Values> trials(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .flatMap(file -> read(file).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns nothing for what is no values file: it enables nothing. */
  private static Optional<Values> read(Path file) {
    try {
      return Optional.of(YamlValues.read(Files.readString(file)));
    } catch (IOException | InvalidValuesFileException e) {
      return Optional.empty();
    }
  }

  private static Stream<String> all(ChartTree chart) {
    return Stream.concat(
        Stream.of(chart.definitions()), chart.subcharts().stream().flatMap(ChartDefinitions::all));
  }
}
