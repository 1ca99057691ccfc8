package dev.catamaran.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.temporary.TemporaryFolder;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The files of a chart that describe its values.
 *
 * @param name from Chart.yaml
 * @param valuesText values.yaml as written; empty without the file
 * @param values values.yaml as Helm reads it
 * @param schema values.schema.json
 * @param subcharts keys of the values of subcharts: names or aliases of the dependencies
 * @param uses how the templates use values
 * @param others further values that the chart takes, those of its own tests
 * @param charts those of the subcharts, by their keys
 */
public record ChartInput(
    String name,
    String valuesText,
    ObjectNode values,
    Optional<JsonNode> schema,
    List<String> subcharts,
    TemplateUses uses,
    List<ObjectNode> others,
    Map<String, ChartInput> charts) {
  /** The convention of chart-testing, https://github.com/helm/chart-testing. */
  private static final String CI = "ci";

  /** Copies the collections. */
  public ChartInput {
    subcharts = List.copyOf(subcharts);
    others = List.copyOf(others);
    charts = Map.copyOf(charts);
  }

  /**
   * Reads a chart.
   *
   * @param folder with Chart.yaml in it
   * @throws ManagerException if a file is missing, unreadable or invalid
   */
  public static ChartInput read(Path folder) {
    var chart = mapping(folder.resolve("Chart.yaml"), text(folder.resolve("Chart.yaml")));
    // Charts with apiVersion v1 list their dependencies in a file.
    var requirements = folder.resolve("requirements.yaml");
    var subcharts = new LinkedHashMap<>(subcharts(chart));
    subcharts(mapping(requirements, textIfPresent(requirements))).forEach(subcharts::putIfAbsent);
    var values = folder.resolve("values.yaml");
    var valuesText = textIfPresent(values);
    return new ChartInput(
        chart.path("name").asText(),
        valuesText,
        mapping(values, valuesText),
        schema(folder.resolve("values.schema.json")),
        List.copyOf(subcharts.keySet()),
        TemplateUses.of(folder),
        valuesOfCi(folder),
        charts(folder.resolve("charts"), subcharts));
  }

  /** Returns the names of the subcharts by the keys of their values. */
  private static Map<String, String> subcharts(JsonNode chart) {
    var found = new LinkedHashMap<String, String>();
    for (var dependency : chart.path("dependencies")) {
      var alias = dependency.path("alias").asText();
      var name = dependency.path("name").asText();
      if (!name.isEmpty() || !alias.isEmpty()) {
        found.put(alias.isEmpty() ? name : alias, name);
      }
    }
    return found;
  }

  /**
   * Returns the values with which the chart itself is tested. A file that has none is no evidence.
   *
   * @param chart its folder
   * @throws ManagerException if a file cannot be read
   */
  public static List<ObjectNode> valuesOfCi(Path chart) {
    var folder = chart.resolve(CI);
    var found = new ArrayList<ObjectNode>();
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        var sorted = files.filter(file -> file.toString().matches(".*[.]ya?ml")).sorted();
        for (var file : (Iterable<Path>) sorted::iterator) {
          if (GoYaml.first(text(file), UnaryOperator.identity()) instanceof ObjectNode values) {
            found.add(values);
          }
        }
      } catch (InvalidYamlException e) {
        return found;
      } catch (IOException e) {
        throw new ManagerException("%s cannot be read: %s".formatted(folder, e.getMessage()));
      }
    }
    return found;
  }

  private static Map<String, ChartInput> charts(Path folder, Map<String, String> names) {
    var found = new LinkedHashMap<String, ChartInput>();
    names.forEach(
        (key, name) -> {
          var chart = folder.resolve(name);
          if (!name.isEmpty() && Files.exists(chart.resolve("Chart.yaml"))) {
            found.put(key, read(chart));
          }
        });
    if (found.size() < names.size() && Files.isDirectory(folder)) {
      packages(folder, names, found);
    }
    return found;
  }

  /** Reads what {@code helm dependency build} leaves. */
  private static void packages(
      Path folder, Map<String, String> names, Map<String, ChartInput> found) {
    try (var files = Files.newDirectoryStream(folder, "*.tgz");
        var unpacked = TemporaryFolder.create("catamaran-subcharts-")) {
      var charts = new LinkedHashMap<String, List<Path>>();
      for (var file : files) {
        try {
          var chart = new ChartLoader(unpacked.path()).load(file);
          charts.computeIfAbsent(chart.name(), name -> new ArrayList<>()).add(chart.path());
        } catch (InvalidChartException e) {
          // The loader of the whole chart reports it.
        }
      }
      names.forEach(
          (key, name) -> {
            var named = charts.getOrDefault(name, List.of());
            // Of several versions, each alias may have another one.
            if (named.size() == 1 && !found.containsKey(key)) {
              found.put(key, read(named.getFirst()));
            }
          });
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e.getMessage()));
    }
  }

  private static Optional<JsonNode> schema(Path file) {
    var text = textIfPresent(file);
    if (text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new JsonMapper().readTree(text));
    } catch (JsonProcessingException e) {
      var place = e.getLocation();
      throw new ManagerException(
          "%s:%d:%d: not JSON: %s"
              .formatted(file, place.getLineNr(), place.getColumnNr(), e.getOriginalMessage()));
    }
  }

  private static ObjectNode mapping(Path file, String text) {
    try {
      var tree = GoYaml.first(text, UnaryOperator.identity());
      if (tree.isNull()) {
        return JsonNodeFactory.instance.objectNode();
      }
      if (tree instanceof ObjectNode mapping) {
        return mapping;
      }
    } catch (InvalidYamlException e) {
      throw new ManagerException("%s:%d:%d: %s".formatted(file, e.line(), e.column(), e.problem()));
    }
    throw new ManagerException("%s: expected a mapping; write key: value lines".formatted(file));
  }

  private static String textIfPresent(Path file) {
    return Files.exists(file) ? text(file) : "";
  }

  /** A byte sequence that is not UTF-8 becomes U+FFFD, as in Helm. */
  private static String text(Path file) {
    try {
      var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException e) {
      throw new ManagerException(
          "%s cannot be read: %s; name the directory that has Chart.yaml in it".formatted(file, e));
    }
  }
}
