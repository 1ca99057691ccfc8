package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;

/**
 * Values independent of their notation: without trailing zeros of numbers, and without nulls. Equal
 * if they mean the same.
 *
 * @param tree never changed
 */
record NormalizedValues(JsonNode tree) {

  static NormalizedValues of(Values values) {
    return new NormalizedValues(plain(values.toTree()));
  }

  private static JsonNode plain(JsonNode value) {
    if (value instanceof ObjectNode map) {
      var result = JsonNodeFactory.instance.objectNode();
      for (var property : map.properties()) {
        if (!property.getValue().isNull()) {
          result.set(property.getKey(), plain(property.getValue()));
        }
      }
      return result;
    }
    if (value.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      value.forEach(item -> list.add(plain(item)));
      return list;
    }
    return value.isNumber()
        ? DecimalNode.valueOf(value.decimalValue().stripTrailingZeros())
        : value;
  }
}
