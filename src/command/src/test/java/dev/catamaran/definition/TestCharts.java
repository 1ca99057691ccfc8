package dev.catamaran.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Charts of tests, without files. */
final class TestCharts {
  private TestCharts() {}

  static ChartInput chart(String values, String... subcharts) {
    return new ChartInput(
        "box",
        values,
        tree(values),
        Optional.empty(),
        List.of(subcharts),
        TemplateUses.NONE,
        List.of(),
        Map.of());
  }

  /** Returns a chart with such texts between the braces of its templates. */
  static ChartInput chartWithTemplates(String values, String... actions) {
    return new ChartInput(
        "box",
        values,
        tree(values),
        Optional.empty(),
        List.of(),
        new TemplateUses(List.of(actions)),
        List.of(),
        Map.of());
  }

  /** Returns the same chart with further values that it takes. */
  static ChartInput taking(ChartInput chart, String values) {
    return new ChartInput(
        chart.name(),
        chart.valuesText(),
        chart.values(),
        chart.schema(),
        chart.subcharts(),
        chart.uses(),
        List.of(tree(values)),
        chart.charts());
  }

  /** Returns a chart with a subchart called below. */
  static ChartInput chartAbove(String values, ChartInput below) {
    return new ChartInput(
        "box",
        values,
        tree(values),
        Optional.empty(),
        List.of("below"),
        TemplateUses.NONE,
        List.of(),
        Map.of("below", below));
  }

  static ChartInput chartWithSchema(String schema, String values) {
    try {
      return new ChartInput(
          "box",
          values,
          tree(values),
          Optional.of(new JsonMapper().readTree(schema)),
          List.of(),
          TemplateUses.NONE,
          List.of(),
          Map.of());
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
