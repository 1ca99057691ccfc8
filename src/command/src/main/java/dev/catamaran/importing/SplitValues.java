package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;
import dev.catamaran.inspect.Credentials;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

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
  /** Names of fields that name a Secret, and do not hold one. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?i)existing.*|.*pull_?-?secrets?|.*(name|names|ref|refs|enabled|path|keys?)");

  /** Names that end like a reference, and hold a secret. */
  private static final Pattern KEY =
      Pattern.compile("(?i).*(secret|private|api|access|signing|encryption)_?-?key");

  static SplitValues of(Values values) {
    var open = values.toTree();
    var places = new ArrayList<String>();
    var secret = taken(open, "", places);
    return new SplitValues(Values.of(open), Values.of(secret), places);
  }

  /** Returns the paths of all values, for people. */
  static List<String> paths(Values values) {
    var paths = new ArrayList<String>();
    collect(values.toTree(), "", paths);
    return paths;
  }

  private static void collect(JsonNode value, String path, List<String> paths) {
    if (value instanceof ObjectNode map && !map.isEmpty()) {
      map.properties()
          .forEach(
              field ->
                  collect(
                      field.getValue(),
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      paths));
    } else if (!path.isEmpty()) {
      paths.add(path);
    }
  }

  /** A list is one value: values of several sources are not merged in it. */
  private static ObjectNode taken(ObjectNode from, String path, List<String> places) {
    var taken = from.objectNode();
    for (var property : List.copyOf(from.properties())) {
      var name = property.getKey();
      var place = path.isEmpty() ? name : path + "." + name;
      var value = property.getValue();
      if (isSecret(name, value) || (!(value instanceof ObjectNode) && hasSecret(value))) {
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

  private static boolean isSecret(String name, JsonNode value) {
    return Credentials.isName(name)
        && (KEY.matcher(name).matches() || !REFERENCE.matcher(name).matches())
        && hasText(value);
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
                      isSecret(field.getKey(), field.getValue()) || hasSecret(field.getValue()));
      case ArrayNode list -> list.valueStream().anyMatch(SplitValues::hasSecret);
      default -> value.isTextual() && !Credentials.hide(value.asText()).equals(value.asText());
    };
  }
}
