package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.SecretTexts;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says where values differ, for people. Pure. */
final class ValuesDifference {
  private static final int MOST_NAMED = 3;
  private static final int LONGEST = 60;

  private ValuesDifference() {}

  /**
   * Returns the first differing values; empty if there is none.
   *
   * @param secrets what it must not show
   */
  static String of(ObjectNode before, ObjectNode after, SecretTexts secrets) {
    var old = leaves(before);
    var fresh = leaves(after);
    var paths = new TreeSet<>(old.keySet());
    paths.addAll(fresh.keySet());
    paths.removeIf(path -> at(old, path).equals(at(fresh, path)));
    var named =
        paths.stream()
            .limit(MOST_NAMED)
            .map(
                path ->
                    "%s: %s → %s"
                        .formatted(
                            path, text(at(old, path), secrets), text(at(fresh, path), secrets)))
            .collect(Collectors.joining(", "));
    return named
        + (paths.size() > MOST_NAMED ? ", and %d more".formatted(paths.size() - MOST_NAMED) : "");
  }

  private static JsonNode at(Map<String, JsonNode> leaves, String path) {
    return leaves.getOrDefault(path, MissingNode.getInstance());
  }

  /** Cuts last: part of a secret would not be recognized. */
  private static String text(JsonNode value, SecretTexts secrets) {
    var text = value.isMissingNode() ? "none" : secrets.hide(value.toString());
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private static Map<String, JsonNode> leaves(ObjectNode tree) {
    var leaves = new TreeMap<String, JsonNode>();
    collect("", tree, leaves);
    return leaves;
  }

  private static void collect(String path, JsonNode value, Map<String, JsonNode> leaves) {
    if (value instanceof ObjectNode map && !map.isEmpty()) {
      map.properties()
          .forEach(
              field ->
                  collect(
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      field.getValue(),
                      leaves));
    } else if (!path.isEmpty()) {
      leaves.put(path, value);
    }
  }
}
