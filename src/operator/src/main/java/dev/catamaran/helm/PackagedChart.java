package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartValues;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.InvalidValuesFileException;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A chart on disk, read as Helm reads it.
 *
 * @param content its form in a release
 * @param values merges values with its defaults
 */
record PackagedChart(StoredChart content, ChartValues values) {
  /** Files that a release stores elsewhere, or not at all. */
  private static final Set<String> PARTS =
      Set.of("Chart.yaml", "Chart.lock", "values.yaml", "values.schema.json");

  /**
   * Reads the chart. Helm packages it first: this leaves out the files in .helmignore, and writes
   * Chart.yaml in Helm's own form.
   *
   * @throws UncheckedIOException if Helm cannot package it, or the package cannot be written
   */
  static PackagedChart read(Chart chart) {
    try (var folder = TemporaryFolder.create("catamaran-package-")) {
      new Helm(chart.path()).packageIt().withDestination(folder.path()).call();
      var unpacked = new ChartLoader(folder.path()).load(packageIn(folder.path()));
      return new PackagedChart(content(unpacked.path()), ChartValues.of(chart));
    } catch (IOException
        | InvalidChartException
        | InvalidValuesFileException
        | IllegalStateException e) {
      throw new UncheckedIOException(
          new IOException(
              "chart %s cannot be packaged: %s".formatted(chart.name(), e.getMessage()), e));
    }
  }

  private static Path packageIn(Path folder) throws IOException {
    try (var packages = Files.newDirectoryStream(folder, "*.tgz")) {
      for (var found : packages) {
        return found;
      }
    }
    throw new IOException("Helm wrote no package");
  }

  private static StoredChart content(Path root) throws IOException, InvalidValuesFileException {
    var metadata = yaml(root, "Chart.yaml").toTree();
    // Helm 2 had other file names for the dependencies and their lock.
    var dependencies =
        metadata.has("dependencies") ? metadata : yaml(root, "requirements.yaml").toTree();
    var lock = Files.exists(root.resolve("Chart.lock")) ? "Chart.lock" : "requirements.lock";
    return new StoredChart(
        StoredChart.withoutDependencies(metadata),
        StoredChart.versions(dependencies.path("dependencies")),
        StoredChart.versions(yaml(root, lock).toTree().path("dependencies")),
        StoredChart.digest(files(root)),
        yaml(root, "values.yaml"));
  }

  private static Map<String, String> files(Path root) throws IOException {
    var files = new TreeMap<String, String>();
    try (var paths = Files.walk(root)) {
      for (var path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        var name = root.relativize(path).toString().replace('\\', '/');
        if (!PARTS.contains(name)) {
          files.put(name, Base64.getEncoder().encodeToString(Files.readAllBytes(path)));
        }
      }
    }
    return files;
  }

  private static Values yaml(Path root, String name)
      throws IOException, InvalidValuesFileException {
    var file = root.resolve(name);
    return Files.exists(file) ? YamlValues.read(Files.readString(file)) : Values.empty();
  }
}
