package dev.catamaran.chartsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ChartUnavailableException;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The content of a provenance file.
 *
 * @param name of the chart, by its Chart.yaml
 * @param version of the chart, by its Chart.yaml
 * @param digests by file name; each begins with its algorithm
 */
record Provenance(String name, String version, Map<String, String> digests) {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String BETWEEN = "\n...\n";

  /** Copies the digests. */
  Provenance {
    digests = Map.copyOf(digests);
  }

  /**
   * Reads the text of a provenance file: Chart.yaml, a line with three dots, and digests by file
   * name.
   *
   * @throws ChartUnavailableException if it is something else
   */
  static Provenance read(String text) throws ChartUnavailableException {
    var lines = text.replace("\r", "");
    int at = lines.indexOf(BETWEEN);
    try {
      var chart = YAML.readTree(lines.substring(0, at));
      var files = YAML.readTree(lines.substring(at + BETWEEN.length())).path("files");
      return new Provenance(
          chart.path("name").asText(""),
          chart.path("version").asText(""),
          files.properties().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, file -> digest(file.getValue()))));
    } catch (IOException | IndexOutOfBoundsException e) {
      throw new ChartUnavailableException(
          "its provenance file does not have a Chart.yaml and digests; it is not used");
    }
  }

  private static String digest(JsonNode value) {
    return value.asText("");
  }
}
