package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A values file, which is YAML 1.1 as Helm reads it: {@code yes} is true, {@code 010} is eight. */
public final class YamlValues {

  private static final Set<String> TRUE = Set.of("true", "yes", "on", "y");

  private YamlValues() {}

  /**
   * Reads the first document; JSON is YAML too.
   *
   * @return empty values for an empty text
   * @throws InvalidValuesFileException if it is not YAML, or no mapping
   */
  public static Values read(String text) throws InvalidValuesFileException {
    try {
      return Values.of(tree(text));
    } catch (InvalidYamlException e) {
      // Without the cause: its message may quote the text.
      throw new InvalidValuesFileException(e.line(), e.column());
    }
  }

  /** The same as a tree, which is the caller's to change. */
  static ObjectNode tree(String text) throws InvalidYamlException {
    var documents = MarkedYaml.documents(text);
    if (documents.isEmpty()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (documents.getFirst() instanceof Marked.Mapping mapping) {
      return map(mapping);
    }
    var place = documents.getFirst();
    throw new InvalidYamlException(place.line(), place.column(), "expected a mapping");
  }

  private static JsonNode node(Marked marked) {
    return switch (marked) {
      case Marked.Mapping mapping -> map(mapping);
      case Marked.Sequence list -> {
        var array = JsonNodeFactory.instance.arrayNode(list.items().size());
        list.items().forEach(item -> array.add(node(item)));
        yield array;
      }
      case Marked.Scalar scalar -> scalar(scalar);
    };
  }

  private static ObjectNode map(Marked.Mapping mapping) {
    var map = JsonNodeFactory.instance.objectNode();
    // Of a key that was written twice the last counts, as in Go's reader when it is not strict.
    mapping.entries().forEach(entry -> map.set(entry.key(), node(entry.value())));
    return map;
  }

  private static JsonNode scalar(Marked.Scalar scalar) {
    var text = scalar.text();
    return switch (scalar.type()) {
      case STRING -> TextNode.valueOf(text);
      case NULL -> NullNode.instance;
      case BOOLEAN -> BooleanNode.valueOf(TRUE.contains(text.toLowerCase(Locale.ROOT)));
      case INTEGER -> integer(text).orElseGet(() -> TextNode.valueOf(text));
      case FLOAT -> decimal(text);
    };
  }

  private static Optional<JsonNode> integer(String text) {
    var digits = text.replace("_", "");
    boolean negative = digits.startsWith("-");
    var plain = digits.replaceFirst("^[+-]", "");
    try {
      var number = magnitude(plain);
      var signed = negative ? number.negate() : number;
      return Optional.of(
          signed.bitLength() < Long.SIZE
              ? LongNode.valueOf(signed.longValue())
              : BigIntegerNode.valueOf(signed));
    } catch (NumberFormatException e) {
      // Sexagesimal numbers, which Helm takes for text.
      return Optional.empty();
    }
  }

  private static BigInteger magnitude(String digits) {
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    if (digits.startsWith("0b")) {
      return new BigInteger(digits.substring(2), 2);
    }
    return digits.length() > 1 && digits.startsWith("0")
        ? new BigInteger(digits.substring(1), 8)
        : new BigInteger(digits);
  }

  /** JSON has no infinity and no NaN; Helm's reader refuses them, here they stay text. */
  private static JsonNode decimal(String text) {
    try {
      var number = Double.parseDouble(text.replace("_", ""));
      return Double.isFinite(number) ? DoubleNode.valueOf(number) : TextNode.valueOf(text);
    } catch (NumberFormatException e) {
      return TextNode.valueOf(text);
    }
  }
}
