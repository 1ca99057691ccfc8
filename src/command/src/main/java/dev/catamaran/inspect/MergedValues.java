package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The defaults of a chart under the values of a release, as Helm merges them. Pure. */
final class MergedValues {
  private MergedValues() {}

  /**
   * Returns the merged values. A null deletes a default (Helm, pkg/chartutil/coalesce.go).
   *
   * @param defaults the chart's, not changed
   * @param config the release's, not changed
   */
  static ObjectNode of(ObjectNode defaults, ObjectNode config) {
    var merged = defaults.deepCopy();
    put(config, merged);
    return merged;
  }

  private static void put(ObjectNode over, ObjectNode into) {
    for (var field : over.properties()) {
      var name = field.getKey();
      var below = into.path(name);
      if (field.getValue().isNull() && !below.isMissingNode() && !below.isNull()) {
        into.remove(name);
      } else if (field.getValue() instanceof ObjectNode map && below instanceof ObjectNode under) {
        put(map, under);
      } else {
        into.set(name, copy(field.getValue()));
      }
    }
  }

  private static JsonNode copy(JsonNode node) {
    return node.deepCopy();
  }
}
