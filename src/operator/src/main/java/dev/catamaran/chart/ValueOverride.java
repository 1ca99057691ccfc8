package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One value and its path in the values tree. Made by {@link SetSyntax}. Immutable. */
public final class ValueOverride {

  /** One step in a path. */
  sealed interface Step {
    record Name(String name) implements Step {}

    record Index(int index) implements Step {}
  }

  private final String key;
  private final List<Step> path;
  private final JsonNode value;

  ValueOverride(String key, List<Step> path, JsonNode value) {
    this.key = key;
    this.path = List.copyOf(path);
    this.value = value;
  }

  /**
   * Changes the tree. A missing or null value on the path becomes a map or a list, depending on the
   * key.
   */
  void applyTo(ObjectNode tree) throws InvalidOverrideException {
    write(tree, 0);
  }

  private JsonNode write(@Nullable JsonNode current, int depth) throws InvalidOverrideException {
    if (depth == path.size()) {
      return value.deepCopy();
    }
    var present = current == null || current.isNull() ? null : current;
    return switch (path.get(depth)) {
      case Step.Name(var name) -> {
        var map = present == null ? JsonNodeFactory.instance.objectNode() : map(present, depth);
        map.set(name, write(map.get(name), depth + 1));
        yield map;
      }
      case Step.Index(var index) -> {
        var list = present == null ? JsonNodeFactory.instance.arrayNode() : list(present, depth);
        while (list.size() <= index) {
          list.addNull();
        }
        list.set(index, write(list.get(index), depth + 1));
        yield list;
      }
    };
  }

  private ObjectNode map(JsonNode present, int depth) throws InvalidOverrideException {
    if (present instanceof ObjectNode map) {
      return map;
    }
    throw mismatch(depth, present, "map");
  }

  private ArrayNode list(JsonNode present, int depth) throws InvalidOverrideException {
    if (present instanceof ArrayNode list) {
      return list;
    }
    throw mismatch(depth, present, "list");
  }

  private InvalidOverrideException mismatch(int depth, JsonNode present, String wanted) {
    var kind =
        switch (present.getNodeType()) {
          case OBJECT -> "map";
          case ARRAY -> "list";
          default -> present.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    var place = SetSyntax.format(path.subList(0, depth));
    return new InvalidOverrideException(
        key, "needs a " + wanted + " at " + place + ", but the values have a " + kind + " there");
  }

  /** Omits the value, which may be a secret. */
  @Override
  public String toString() {
    return "ValueOverride[" + key + "]";
  }
}
