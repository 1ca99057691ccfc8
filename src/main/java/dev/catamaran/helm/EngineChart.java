package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.release.DesiredRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The chart copy that is handed to the engine for one call, with the values beside it: the same
 * files, and two annotations more in Chart.yaml. Closing it deletes it.
 */
final class EngineChart implements AutoCloseable {
  private static final YAMLMapper YAML = new YAMLMapper();

  private final TemporaryFolder folder;
  private final Path chart;
  private final Path values;

  private EngineChart(TemporaryFolder folder, Path chart, Path values) {
    this.folder = folder;
    this.chart = chart;
    this.values = values;
  }

  /**
   * Copies the chart.
   *
   * @throws UncheckedIOException if the chart cannot be read or the copy not be written
   */
  static EngineChart of(DesiredRelease desired) {
    try {
      var folder = TemporaryFolder.create("catamaran-chart-");
      // A folder of the chart's own name: Helm's messages name templates by it.
      var chart = folder.path().resolve(desired.chart().name());
      copy(desired.chart().path(), chart);
      annotate(chart.resolve("Chart.yaml"), desired);
      var values = folder.path().resolve("values.json");
      Files.write(values, desired.values().toJson());
      return new EngineChart(folder, chart, values);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "chart %s cannot be copied: %s".formatted(desired.chart().name(), e.getMessage()), e);
    }
  }

  Path chart() {
    return chart;
  }

  Path values() {
    return values;
  }

  @Override
  public void close() {
    folder.close();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : (Iterable<Path>) files::iterator) {
        var target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static void annotate(Path chartYaml, DesiredRelease desired) throws IOException {
    var metadata = (ObjectNode) YAML.readTree(chartYaml.toFile());
    var annotations = metadata.withObjectProperty("annotations");
    ChartAnnotations.of(desired.origin()).forEach(annotations::put);
    YAML.writeValue(chartYaml.toFile(), metadata);
  }
}
