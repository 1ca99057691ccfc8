package dev.catamaran.importing;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;
import dev.catamaran.fields.Credentials;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Values in two parts: Helm stores them in a Secret, and whoever may read primaries may read a
 * spec. Pure.
 *
 * @param open those that a spec may have
 * @param secret those that look like credentials, by their names or their form; both parts merged
 *     are all values
 * @param places paths of the secret ones, for people
 */
record SplitValues(Values open, Values secret, List<String> places) {
  static SplitValues of(Values values) {
    var open = values.toTree();
    var places = new ArrayList<String>();
    var secret = taken(open, "", places);
    return new SplitValues(Values.of(open), Values.of(secret), places);
  }

  static Stream<String> paths(Values values) {
    return paths("", values.toTree());
  }

  private static Stream<String> paths(String above, JsonNode map) {
    return map.properties().stream()
        .flatMap(
            field ->
                field.getValue().properties().isEmpty()
                    ? Stream.of(above + field.getKey())
                    : paths(above + field.getKey() + ".", field.getValue()));
  }

  /** A list is one value: values of several sources are not merged in it. */
  private static ObjectNode taken(ObjectNode from, String path, List<String> places) {
    var taken = from.objectNode();
    for (var property : List.copyOf(from.properties())) {
      var name = property.getKey();
      var place = path.isEmpty() ? name : path + "." + name;
      var value = property.getValue();
      if (isSecret(from, name, value) || (!(value instanceof ObjectNode) && hasSecret(value))) {
        taken.set(name, value);
        from.remove(name);
        places.add(place);
      } else if (value instanceof ObjectNode map) {
        var below = taken(map, place, places);
        if (!below.isEmpty()) {
          taken.set(name, below);
          if (map.isEmpty()) {
            from.remove(name);
          }
        }
      }
    }
    return taken;
  }

  private static boolean isSecret(ObjectNode object, String name, JsonNode value) {
    return Credentials.isSecret(object, name) && hasText(value);
  }

  private static boolean hasText(JsonNode value) {
    return value.isContainerNode()
        ? value.valueStream().anyMatch(SplitValues::hasText)
        : !value.isBoolean() && !value.isNull() && !value.asText().isBlank();
  }

  private static boolean hasSecret(JsonNode value) {
    return switch (value) {
      case ObjectNode map ->
          map.properties().stream()
              .anyMatch(
                  field ->
                      isSecret(map, field.getKey(), field.getValue())
                          || hasSecret(field.getValue()));
      case ArrayNode list ->
          list.valueStream().anyMatch(SplitValues::hasSecret) || isHidden(words(list));
      default -> value.isTextual() && isHidden(value.asText());
    };
  }

  /** An option and its value may be two items. */
  private static String words(ArrayNode list) {
    return list.valueStream()
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .collect(joining(" "));
  }

  private static boolean isHidden(String text) {
    return !Credentials.hide(text).equals(text);
  }
}
