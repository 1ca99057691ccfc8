package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.ChartTree.Dependency.Import;

/**
 * Helm's changes of a chart's defaults before the rendering, for a chart with dependencies (its
 * pkg/chartutil/dependencies.go). The defaults include those of the subcharts, and the values of
 * {@code import-values} are at their place in the parent.
 */
final class ImportedValues {

  private ImportedValues() {}

  /** Returns the chart with those defaults; its subcharts must already have theirs. */
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
