package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.ChartTree.Dependency.Import;

/**
 * What Helm makes of the defaults of a chart with dependencies before it renders: those of the
 * subcharts are among them, and what {@code import-values} names is at its place in the parent (its
 * pkg/chartutil/dependencies.go).
 */
final class ImportedValues {

  private ImportedValues() {}

  /** The chart, its subcharts done already, with those defaults. */
  static ChartTree into(ChartTree chart) {
    if (chart.dependencies().isEmpty()) {
      return chart;
    }
    var coalesced = Coalescing.defaults(chart);
    var imported = JsonNodeFactory.instance.objectNode();
    for (var dependency : chart.dependencies()) {
      for (var from : dependency.imports()) {
        if (find(coalesced, dependency.name() + "." + from.child()) instanceof ObjectNode found) {
          Coalescing.addMissing(imported, at(from, found.deepCopy()));
        }
      }
    }
    Coalescing.addMissing(coalesced, imported);
    return chart.withDefaults(coalesced);
  }

  private static JsonNode find(JsonNode values, String path) {
    JsonNode found = values;
    for (var name : path.split("\\.", -1)) {
      found = found.path(name);
    }
    return found;
  }

  private static ObjectNode at(Import from, ObjectNode values) {
    if (from.parent().equals(".")) {
      return values;
    }
    var whole = values;
    var names = from.parent().split("\\.", -1);
    for (int i = names.length - 1; i >= 0; i--) {
      whole = JsonNodeFactory.instance.objectNode().set(names[i], whole);
    }
    return whole;
  }
}
