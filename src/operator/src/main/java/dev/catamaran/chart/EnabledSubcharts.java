package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.ChartTree.Dependency;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;

/**
 * Preparation of a chart as in Helm, before the rendering (its pkg/chartutil/dependencies.go):
 * omits subcharts that a condition or their tags disable, and imports values of the others.
 */
final class EnabledSubcharts {

  private final ObjectNode values;

  private EnabledSubcharts(ObjectNode values) {
    this.values = values;
  }

  /** Returns the chart as rendered with those values. */
  static ChartTree of(ChartTree chart, ObjectNode values) {
    return new EnabledSubcharts(Coalescing.coalesce(chart, values)).in(chart, "");
  }

  private ChartTree in(ChartTree chart, String path) {
    var off = new HashSet<String>();
    var on = new ArrayList<Dependency>();
    for (var dependency : chart.dependencies()) {
      if (isEnabled(dependency, path)) {
        on.add(dependency);
      } else {
        off.add(dependency.name());
      }
    }
    var subcharts =
        chart.subcharts().stream()
            .filter(subchart -> !off.contains(subchart.name()))
            .map(subchart -> in(subchart, path + subchart.name() + "."))
            .toList();
    return ImportedValues.into(chart.with(on, subcharts));
  }

  private boolean isEnabled(Dependency dependency, String path) {
    return dependency.conditions().stream()
        .flatMap(condition -> find(path + condition.strip()).stream())
        .findFirst()
        .orElseGet(() -> isTagged(dependency));
  }

  private Optional<Boolean> find(String path) {
    JsonNode found = values;
    for (var name : path.split("\\.", -1)) {
      found = found.path(name);
    }
    return found.isBoolean() ? Optional.of(found.booleanValue()) : Optional.empty();
  }

  /**
   * Returns whether the tags enable a dependency. One true tag is enough; without tags it is
   * enabled.
   */
  private boolean isTagged(Dependency dependency) {
    var tags =
        dependency.tags().stream()
            .map(tag -> values.path("tags").path(tag))
            .filter(JsonNode::isBoolean)
            .map(JsonNode::booleanValue)
            .toList();
    return tags.isEmpty() || tags.contains(true);
  }
}
