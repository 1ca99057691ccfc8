package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.marcnuri.helm.Helm;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.Values;
import dev.catamaran.release.ManifestYaml;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A chart on disk as a release would keep it. Helm packages it first: that leaves out what
 * .helmignore says, and writes Chart.yaml as Helm understands it.
 */
final class PackagedChart {
  /** What a release keeps in other places, or not at all. */
  private static final Set<String> PARTS =
      Set.of("Chart.yaml", "Chart.lock", "values.yaml", "values.schema.json");

  private final Path root;

  private PackagedChart(Path root) {
    this.root = root;
  }

  /**
   * Packages the chart and reads the package.
   *
   * @throws UncheckedIOException if Helm cannot package it, or there is no place for the package
   */
  static StoredChart read(Chart chart) {
    try (var folder = TemporaryFolder.create("catamaran-package-")) {
      new Helm(chart.path()).packageIt().withDestination(folder.path()).call();
      var unpacked = new ChartLoader(folder.path()).load(packageIn(folder.path()));
      return new PackagedChart(unpacked.path()).read();
    } catch (IOException | InvalidChartException | IllegalStateException e) {
      throw new UncheckedIOException(
          new IOException("chart %s cannot be packaged: %s".formatted(chart.name(), e), e));
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

  private StoredChart read() throws IOException {
    var metadata = yaml("Chart.yaml");
    var dependencies =
        metadata.has("dependencies") ? metadata : yaml("requirements.yaml"); // a chart of Helm 2
    var lock = Files.exists(root.resolve("Chart.lock")) ? "Chart.lock" : "requirements.lock";
    return new StoredChart(
        StoredChart.withoutDependencies(metadata),
        StoredChart.versions(dependencies.path("dependencies")),
        StoredChart.versions(yaml(lock).path("dependencies")),
        StoredChart.digest(files()),
        Values.of(yaml("values.yaml")));
  }

  private Map<String, String> files() throws IOException {
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

  private JsonNode yaml(String name) throws IOException {
    var file = root.resolve(name);
    if (!Files.exists(file)) {
      return NullNode.instance;
    }
    Optional<JsonNode> first =
        ManifestYaml.documents(new StringReader(Files.readString(file))).findFirst();
    return first.orElse(NullNode.instance);
  }
}
