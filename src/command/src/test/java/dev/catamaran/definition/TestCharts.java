package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Charts of tests, without files. */
final class TestCharts {
  private TestCharts() {}

  private static final Map<String, String> WORDS =
      Map.of(
          "ANY", "{nullable: true, x-kubernetes-preserve-unknown-fields: true}",
          "TEXT", "{nullable: true, type: string}",
          "BOOL", "{nullable: true, type: boolean}",
          "INT", "{nullable: true, type: integer}",
          "EITHER", "{nullable: true, x-kubernetes-int-or-string: true}",
          "LIST", "{items: ANY, nullable: true, type: array}",
          "OBJECT", "nullable: true, type: object, x-kubernetes-preserve-unknown-fields: true");

  static ChartInput chart(String values, String... subcharts) {
    return chart(values, Optional.empty(), List.of(subcharts), List.of(), List.of(), Map.of());
  }

  /** Returns a chart with such texts between the braces of its templates. */
  static ChartInput chartWithTemplates(String values, String... actions) {
    return chart(values, Optional.empty(), List.of(), List.of(actions), List.of(), Map.of());
  }

  /** Returns the same chart with further values that it takes. */
  static ChartInput taking(ChartInput chart, String values) {
    return chart(
        chart.valuesText(),
        chart.schema(),
        chart.subcharts(),
        List.of(),
        List.of(tree(values)),
        chart.charts());
  }

  /** Returns a chart with a subchart called below. */
  static ChartInput chartAbove(String values, ChartInput below) {
    return chart(
        values, Optional.empty(), List.of("below"), List.of(), List.of(), Map.of("below", below));
  }

  static ChartInput chartWithSchema(String schema, String values) {
    return chart(values, Optional.of(read(schema)), List.of(), List.of(), List.of(), Map.of());
  }

  private static ChartInput chart(
      String values,
      Optional<JsonNode> schema,
      List<String> subcharts,
      List<String> actions,
      List<ObjectNode> taken,
      Map<String, ChartInput> charts) {
    return new ChartInput(
        "box", values, tree(values), schema, subcharts, new TemplateUses(actions), taken, charts);
  }

  /** Compares the properties of the spec; the words are short for schemas. */
  static void assertProperties(String expected, ChartInput chart) {
    var words = Pattern.compile("\\b(%s)\\b".formatted(String.join("|", WORDS.keySet())));
    UnaryOperator<String> replaced =
        text -> words.matcher(text).replaceAll(word -> WORDS.getOrDefault(word.group(), ""));
    assertEquals(read(replaced.apply(replaced.apply(expected))), read(properties(chart)), expected);
  }

  private static JsonNode read(String yaml) {
    try {
      return new YAMLMapper().readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the properties of the spec. */
  static String properties(ChartInput chart) {
    var spec = DefinitionYaml.tree(ValuesSchema.of(chart).schema());
    return spec.has("properties") ? DefinitionYaml.text(spec.get("properties")) : "";
  }

  private static ObjectNode tree(String yaml) {
    try {
      return GoYaml.first(yaml, UnaryOperator.identity()) instanceof ObjectNode mapping
          ? mapping
          : JsonNodeFactory.instance.objectNode();
    } catch (InvalidYamlException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
