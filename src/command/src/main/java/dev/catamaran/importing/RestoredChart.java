package dev.catamaran.importing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.DefinitionYaml;
import dev.catamaran.helm.ReleasedChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the chart of a stored revision into a folder.
 *
 * @param chart without subcharts
 */
record RestoredChart(ReleasedChart chart) {
  private static final Pattern VERSION = Pattern.compile("(?m)^version:.*$");

  /**
   * Writes the files.
   *
   * @return the chart's folder
   * @throws ManagerException if a file cannot be written, or the revision names one outside of the
   *     folder
   */
  Path writeBelow(Path workFolder) {
    try {
      var folder = Files.createTempDirectory(workFolder, "restored-").resolve("chart");
      write(folder, "Chart.yaml", text(chart.metadata()));
      write(folder, "values.yaml", text(chart.values()));
      if (chart.lock().isPresent()) {
        write(folder, "Chart.lock", text(chart.lock().get()));
      }
      for (var file : chart.files().entrySet()) {
        write(folder, file.getKey(), file.getValue());
      }
      return folder;
    } catch (IOException e) {
      throw new ManagerException("the chart of the revision cannot be written: " + e);
    }
  }

  /**
   * Copies a chart, and gives it the version of the revision.
   *
   * @return the copy's folder
   * @throws ManagerException if a file cannot be read or written
   */
  Path copyOf(Path source, Path workFolder) {
    try (var files = Files.walk(source)) {
      var folder = Files.createTempDirectory(workFolder, "restored-").resolve("chart");
      for (var file : files.filter(Files::isRegularFile).toList()) {
        write(folder, source.relativize(file).toString(), Files.readAllBytes(file));
      }
      var metadata = folder.resolve("Chart.yaml");
      var version = "version: " + chart.metadata().path("version");
      Files.writeString(
          metadata,
          VERSION
              .matcher(Files.readString(metadata))
              .replaceFirst(Matcher.quoteReplacement(version)));
      return folder;
    } catch (IOException e) {
      throw new ManagerException("the chart cannot be copied: " + e);
    }
  }

  private static byte[] text(JsonNode tree) {
    return DefinitionYaml.exact(tree).getBytes(UTF_8);
  }

  /** The names are those of whoever could write the Secret. */
  private static void write(Path folder, String name, byte[] content) throws IOException {
    var file = folder.resolve(name).normalize();
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw new ManagerException(
          "the stored chart has a file \"%s\" outside of its directory; it is not imported"
              .formatted(name));
    }
    Files.createDirectories(file.resolveSibling(""));
    Files.write(file, content);
  }
}
