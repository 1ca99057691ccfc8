package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.yaml.Marked;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;

/** Converts YAML with positions to JSON. Pure. */
final class MarkedJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Set<String> TRUE = Set.of("true", "yes", "on");

  private MarkedJson() {}

  static JsonNode of(Marked value) {
    return switch (value) {
      case Marked.Mapping mapping -> {
        var object = JSON.objectNode();
        mapping.entries().forEach(entry -> object.set(entry.key(), of(entry.value())));
        yield object;
      }
      case Marked.Sequence list -> {
        var array = JSON.arrayNode();
        list.items().forEach(item -> array.add(of(item)));
        yield array;
      }
      case Marked.Scalar scalar -> scalar(scalar);
    };
  }

  private static JsonNode scalar(Marked.Scalar scalar) {
    var text = scalar.text();
    try {
      return switch (scalar.type()) {
        case STRING -> JSON.textNode(text);
        case NULL -> JSON.nullNode();
        case BOOLEAN -> JSON.booleanNode(TRUE.contains(text.toLowerCase(Locale.ROOT)));
        case INTEGER -> JSON.numberNode(new BigInteger(text));
        case FLOAT -> JSON.numberNode(new BigDecimal(text));
      };
    } catch (NumberFormatException e) {
      // Octal, hexadecimal or infinite: rare, and no check depends on it.
      return JSON.textNode(text);
    }
  }
}
