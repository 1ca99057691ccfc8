package dev.catamaran.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 */
public record ChartInput(
    String name,
    String valuesText,
    ObjectNode values,
    Optional<JsonNode> schema,
    List<String> subcharts,
    TemplateUses uses) {

  public ChartInput {
    subcharts = List.copyOf(subcharts);
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
    var subcharts = new ArrayList<>(subcharts(chart));
    subcharts.addAll(subcharts(mapping(requirements, textIfPresent(requirements))));
    var values = folder.resolve("values.yaml");
    var valuesText = textIfPresent(values);
    return new ChartInput(
        chart.path("name").asText(),
        valuesText,
        mapping(values, valuesText),
        schema(folder.resolve("values.schema.json")),
        subcharts.stream().distinct().toList(),
        TemplateUses.of(folder));
  }

  private static List<String> subcharts(JsonNode chart) {
    var found = new ArrayList<String>();
    for (var dependency : chart.path("dependencies")) {
      var alias = dependency.path("alias").asText();
      found.add(alias.isEmpty() ? dependency.path("name").asText() : alias);
    }
    return found.stream().filter(name -> !name.isEmpty()).toList();
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
