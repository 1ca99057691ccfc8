package dev.catamaran.importing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.definition.DefinitionYaml;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.StoredRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The chart of a stored revision, as far as a revision has it: without the content of subcharts,
 * without the comments of values.yaml, and without files that Helm ignores.
 *
 * @param release never changed
 */
record ReleasedChart(StoredRelease release) {
  private static final Pattern VERSION = Pattern.compile("(?m)^version:.*$");

  List<String> subcharts() {
    return chart()
        .at("/metadata/dependencies")
        .valueStream()
        .map(each -> each.path("alias").asText(each.path("name").asText()))
        .sorted()
        .toList();
  }

  Path writeBelow(Path workFolder) {
    var files = new TreeMap<String, byte[]>();
    for (var list : List.of(chart().path("templates"), chart().path("files"))) {
      list.forEach(file -> files.put(file.path("name").asText(), decoded(file.path("data"))));
    }
    var schema = chart().path("schema");
    if (!schema.asText("").isEmpty()) {
      files.put("values.schema.json", decoded(schema));
    }
    files.put("Chart.yaml", text(chart().path("metadata")));
    files.put("values.yaml", text(chart().path("values")));
    if (chart().path("lock").isObject()) {
      files.put("Chart.lock", text(chart().path("lock")));
    }
    return write(files, workFolder);
  }

  /** Copies a chart, and gives it the version of the revision. */
  Path copyOf(Path source, Path workFolder) {
    var copied = new TreeMap<String, byte[]>();
    try (var files = Files.walk(source)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        copied.put(source.relativize(file).toString(), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new ManagerException("the chart cannot be copied: " + e);
    }
    var version = Matcher.quoteReplacement("version: " + chart().at("/metadata/version"));
    copied.computeIfPresent(
        "Chart.yaml",
        (name, text) ->
            VERSION.matcher(new String(text, UTF_8)).replaceFirst(version).getBytes(UTF_8));
    return write(copied, workFolder);
  }

  private static byte[] text(JsonNode tree) {
    return DefinitionYaml.exact(tree).getBytes(UTF_8);
  }

  /** The names are those of whoever could write the Secret. */
  private static Path write(Map<String, byte[]> files, Path workFolder) {
    try {
      var folder = Files.createTempDirectory(workFolder, "restored-").resolve("chart");
      for (var each : files.entrySet()) {
        var file = folder.resolve(each.getKey()).normalize();
        if (!file.startsWith(folder) || file.equals(folder)) {
          throw new ManagerException(
              "the stored chart has a file \"%s\" outside of its directory; it is not imported"
                  .formatted(each.getKey()));
        }
        Files.createDirectories(file.resolveSibling(""));
        Files.write(file, each.getValue());
      }
      return folder;
    } catch (IOException e) {
      throw new ManagerException("the chart of the revision cannot be written: " + e);
    }
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
