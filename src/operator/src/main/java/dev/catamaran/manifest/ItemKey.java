package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Field that identifies the items of a list. Pure.
 *
 * @param field its name
 * @param isMerged whether the API server merges a patch into the list by this field; otherwise a
 *     patch replaces the list
 */
record ItemKey(String field, boolean isMerged) {

  /**
   * Whether each item has a value of its own. Two items may share one, such as one port over TCP
   * and UDP.
   */
  boolean identifies(ArrayNode items) {
    var seen = new HashSet<String>();
    for (var item : items) {
      if (!item.hasNonNull(field) || !seen.add(item.path(field).asText())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the index of the first of {@code items} with the value of {@code item}. */
  OptionalInt indexIn(ArrayNode items, JsonNode item) {
    return IntStream.range(0, items.size())
        .filter(i -> ManifestDiff.sameScalar(item.path(field), items.path(i).path(field)))
        .findFirst();
  }

  List<JsonNode> in(ArrayNode items, JsonNode item) {
    var found = new ArrayList<JsonNode>();
    for (var each : items) {
      if (ManifestDiff.sameScalar(item.path(field), each.path(field))) {
        found.add(each);
      }
    }
    return found;
  }
}
