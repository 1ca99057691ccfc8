package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What the files of a chart say of its values.
 *
 * @param name from Chart.yaml
 * @param valuesText values.yaml as written; empty without the file
 * @param values values.yaml as Helm reads it
 * @param subcharts keys of the values of subcharts: names or aliases of the dependencies
 * @param hasSubcharts whether all subcharts are in the folder, unpacked
 */
public record ChartInput(
    Path folder,
    String name,
    String valuesText,
    ObjectNode values,
    Set<String> subcharts,
    boolean hasSubcharts) {
  /** The convention of chart-testing, https://github.com/helm/chart-testing. */
  private static final String CI = "ci";

  public static ChartInput read(Path folder) {
    var chart = mapping(folder.resolve("Chart.yaml"), text(folder.resolve("Chart.yaml")));
    // Charts with apiVersion v1 list their dependencies in a file.
    var requirements = folder.resolve("requirements.yaml");
    var subcharts =
        new LinkedHashMap<>(subcharts(mapping(requirements, textIfPresent(requirements))));
    subcharts.putAll(subcharts(chart));
    var values = folder.resolve("values.yaml");
    var valuesText = textIfPresent(values);
    return new ChartInput(
        folder.toAbsolutePath(),
        chart.path("name").asText(),
        valuesText,
        mapping(values, valuesText),
        subcharts.keySet(),
        subcharts.values().stream()
            .allMatch(
                name ->
                    Files.exists(folder.resolve("charts").resolve(name).resolve("Chart.yaml"))));
  }

  private static Map<String, String> subcharts(JsonNode chart) {
    var found = new LinkedHashMap<String, String>();
    for (var dependency : chart.path("dependencies")) {
      var alias = dependency.path("alias").asText();
      var name = dependency.path("name").asText();
      if (!name.isEmpty()) {
        found.put(alias.isEmpty() ? name : alias, name);
      }
    }
    return found;
  }

  /** Returns the files of values with which the chart itself is tested, sorted. */
  public static List<Path> filesOfCi(Path chart) {
    var folder = chart.resolve(CI);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().matches(".*[.]ya?ml")).sorted().toList();
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e.getMessage()));
    }
  }

  /** Returns the values of such a file; empty if it has none. */
  public static Optional<ObjectNode> valuesOf(Path file) {
    try {
      return GoYaml.first(text(file), UnaryOperator.identity()) instanceof ObjectNode values
          ? Optional.of(values)
          : Optional.empty();
    } catch (InvalidYamlException e) {
      return Optional.empty();
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
