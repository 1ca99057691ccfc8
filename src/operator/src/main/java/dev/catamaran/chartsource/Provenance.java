package dev.catamaran.chartsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ChartUnavailableException;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a provenance file: Chart.yaml, a line with three dots, and digests by file name. */
record Provenance(String text) {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String BETWEEN = "\n...\n";

  Map<String, String> digests() throws ChartUnavailableException {
    int at = text.replace("\r", "").indexOf(BETWEEN);
    try {
      var files = YAML.readTree(text.replace("\r", "").substring(at + BETWEEN.length()));
      return files.path("files").properties().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, file -> digest(file.getValue())));
    } catch (IOException | IndexOutOfBoundsException e) {
      throw new ChartUnavailableException("its provenance file names no digests; it is not used");
    }
  }

  private static String digest(JsonNode value) {
    return value.asText("");
  }
}
