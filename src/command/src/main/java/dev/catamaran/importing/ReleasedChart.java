package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.StoredRelease;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The chart of a stored revision, as far as a revision has it: without the content of subcharts,
 * without the comments of values.yaml, and without files that Helm ignores.
 *
 * @param release never changed
 */
record ReleasedChart(StoredRelease release) {

  JsonNode metadata() {
    return chart().path("metadata");
  }

  JsonNode values() {
    return chart().path("values");
  }

  /** Returns the content of Chart.lock; empty without one. */
  Optional<JsonNode> lock() {
    return Optional.of(chart().path("lock")).filter(JsonNode::isObject);
  }

  /** Returns the names of the subcharts, whose content a revision does not have. */
  List<String> subcharts() {
    return metadata()
        .path("dependencies")
        .valueStream()
        .map(each -> each.path("alias").asText(each.path("name").asText()))
        .sorted()
        .toList();
  }

  /**
   * Returns the other files, by their paths in the chart: templates, values.schema.json and what
   * else the chart has.
   *
   * @throws IllegalArgumentException if one is not in base64
   */
  SortedMap<String, byte[]> files() {
    var files = new TreeMap<String, byte[]>();
    for (var list : List.of(chart().path("templates"), chart().path("files"))) {
      list.forEach(file -> files.put(file.path("name").asText(), decoded(file.path("data"))));
    }
    var schema = chart().path("schema");
    if (!schema.asText("").isEmpty()) {
      files.put("values.schema.json", decoded(schema));
    }
    return Collections.unmodifiableSortedMap(files);
  }

  /**
   * Compares it with a chart on disk: {@code chart} is whether a revision of that is one of this,
   * as an upgrade would follow otherwise; {@code values} whether these with the chart's defaults
   * are those of the revision.
   *
   * @throws dev.catamaran.release.EngineException if Helm cannot read the chart
   */
  JsonNode compared(Chart chart, Values values, ChartEngine engine) {
    return engine.same(chart, values, chart(), Values.of(release.payload().path("config")));
  }

  private JsonNode chart() {
    return release.payload().path("chart");
  }

  private static byte[] decoded(JsonNode data) {
    return Base64.getDecoder().decode(data.asText(""));
  }
}
