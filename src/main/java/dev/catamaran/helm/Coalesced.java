package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;
import java.util.Optional;

/**
 * What a chart's templates see: values over defaults, where a null takes a default away (Helm,
 * pkg/chartutil/coalesce.go). Two are equal if they mean the same, however their numbers are
 * written.
 *
 * @param tree without nulls; never changed
 */
record Coalesced(ObjectNode tree) {
  /** Helm gives every subchart such a map, even an empty one. */
  private static final String GLOBAL = "global";

  static Coalesced of(Values values, Values defaults) {
    return new Coalesced(normalized(defaults.merge(values).toTree()));
  }

  /** This over {@code lower}. */
  Coalesced over(Coalesced lower) {
    return of(Values.of(tree), Values.of(lower.tree));
  }

  private static ObjectNode normalized(ObjectNode map) {
    var result = JsonNodeFactory.instance.objectNode();
    for (var property : map.properties()) {
      normalized(property.getKey(), property.getValue())
          .ifPresent(value -> result.set(property.getKey(), value));
    }
    return result;
  }

  private static Optional<JsonNode> normalized(String name, JsonNode value) {
    if (value.isNull()) {
      return Optional.empty();
    }
    if (value instanceof ObjectNode map) {
      var inside = normalized(map);
      return inside.isEmpty() && name.equals(GLOBAL) ? Optional.empty() : Optional.of(inside);
    }
    if (value.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      value.forEach(item -> list.add(normalized("", item).orElse(item)));
      return Optional.of(list);
    }
    return Optional.of(
        value.isNumber() ? DecimalNode.valueOf(value.decimalValue().stripTrailingZeros()) : value);
  }
}
