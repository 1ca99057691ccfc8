package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fields that a chart makes anew at each rendering, such as generated passwords and the checksums
 * of these. Pure.
 *
 * @param rules rules of {@code drift} that leave them as they are in the cluster
 * @param places for people
 */
record ChangingFields(List<ObjectNode> rules, List<String> places) {

  /** Compares two renderings with the same input. */
  static ChangingFields between(JsonNode first, JsonNode second) {
    var others = byName(second);
    var rules = new ArrayList<ObjectNode>();
    var places = new ArrayList<String>();
    byName(first)
        .forEach(
            (name, object) -> {
              var pointers = new TreeSet<String>();
              compare(object, others.getOrDefault(name, object), "", pointers);
              if (!pointers.isEmpty()) {
                rules.add(
                    KindSettings.rule(
                        object.path("kind").asText(),
                        object.path("metadata").path("name").asText(),
                        pointers));
                pointers.forEach(pointer -> places.add(name + " " + pointer));
              }
            });
    return new ChangingFields(rules, places);
  }

  private static Map<String, JsonNode> byName(JsonNode objects) {
    var named = new LinkedHashMap<String, JsonNode>();
    objects.forEach(
        object ->
            named.put(
                object.path("kind").asText() + "/" + object.path("metadata").path("name").asText(),
                object));
    return named;
  }

  private static void compare(JsonNode one, JsonNode other, String at, Set<String> pointers) {
    if (one.equals(other)) {
      return;
    }
    if (one instanceof ObjectNode map && other instanceof ObjectNode second) {
      var names = new LinkedHashSet<String>();
      map.fieldNames().forEachRemaining(names::add);
      second.fieldNames().forEachRemaining(names::add);
      names.forEach(
          name ->
              compare(
                  map.path(name),
                  second.path(name),
                  at + "/" + name.replace("~", "~0").replace("/", "~1"),
                  pointers));
    } else if (one instanceof ArrayNode list
        && other instanceof ArrayNode second
        && list.size() == second.size()) {
      for (int i = 0; i < list.size(); i++) {
        compare(list.get(i), second.get(i), at + "/" + i, pointers);
      }
    } else {
      pointers.add(at);
    }
  }
}
