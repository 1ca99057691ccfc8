package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A chart in its stored form in a release: everything except the content of its subcharts (Helm,
 * pkg/chart). Of these it has the versions, and their default values among the chart's own.
 *
 * @param metadata Chart.yaml as Helm reads it, without the dependencies
 * @param dependencies version by name or alias; in a release only the enabled ones
 * @param locked version by name, from Chart.lock; empty without one
 * @param files digest of templates and other files, those of subcharts excepted
 * @param defaults the default values; in a release with those of the subcharts
 */
record StoredChart(
    JsonNode metadata,
    Map<String, String> dependencies,
    Map<String, String> locked,
    String files,
    Values defaults) {

  static StoredChart of(JsonNode chart) {
    var files = new TreeMap<String, String>();
    for (var list : List.of(chart.path("templates"), chart.path("files"))) {
      list.forEach(file -> files.put(file.path("name").asText(), file.path("data").asText()));
    }
    var metadata = chart.path("metadata");
    return new StoredChart(
        withoutDependencies(metadata),
        versions(metadata.path("dependencies")),
        versions(chart.path("lock").path("dependencies")),
        digest(files),
        Values.of(chart.path("values")));
  }

  boolean wasMadeFrom(StoredChart chart) {
    return metadata.equals(chart.metadata)
        && chart.dependencies.entrySet().containsAll(dependencies.entrySet())
        && locked.equals(chart.locked)
        && files.equals(chart.files)
        && hasDefaultsOf(chart);
  }

  private boolean hasDefaultsOf(StoredChart chart) {
    // If there are subcharts, Helm has merged their defaults into the chart's own.
    var own = chart.dependencies.isEmpty() ? chart.defaults : defaults.merge(chart.defaults);
    return NormalizedValues.of(defaults).equals(NormalizedValues.of(own));
  }

  /** Returns the digest of files by path, in base64. */
  static String digest(Map<String, String> files) {
    var own = JsonNodeFactory.instance.objectNode();
    files.forEach(
        (path, data) -> {
          if (!path.startsWith("charts/")) {
            own.put(path, data);
          }
        });
    return Values.of(own).digest();
  }

  static JsonNode withoutDependencies(JsonNode metadata) {
    return metadata instanceof ObjectNode map ? map.deepCopy().without("dependencies") : metadata;
  }

  static Map<String, String> versions(JsonNode dependencies) {
    var versions = new TreeMap<String, String>();
    for (var dependency : dependencies) {
      var alias = dependency.path("alias").asText("");
      versions.put(
          alias.isEmpty() ? dependency.path("name").asText() : alias,
          dependency.path("version").asText());
    }
    return versions;
  }
}
