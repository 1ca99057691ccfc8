package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Splits a manifest into documents and reads them as Helm does before it applies them: by kubectl's
 * resource builder (k8s.io/apimachinery, pkg/util/yaml, YAMLReader; sigs.k8s.io/yaml).
 */
final class ManifestYaml {
  private static final String SEPARATOR = "---";

  /** From this number on, Go writes a decimal number with an exponent (encoding/json). */
  private static final double LARGEST_PLAIN = 1e21;

  private ManifestYaml() {}

  /**
   * Returns the documents of {@code text}, an empty one as a JSON null.
   *
   * @throws InvalidYamlException if the text is not YAML, or is YAML that the reader refuses; the
   *     place refers to the manifest
   */
  static List<JsonNode> documents(String text) throws InvalidYamlException {
    var documents = new ArrayList<JsonNode>();
    each(text, (document, content) -> documents.add(content));
    return documents;
  }

  /**
   * Reads the documents of {@code text} in order.
   *
   * @param reader gets each one: its text, which may begin with the separator, and its content
   * @throws InvalidYamlException as {@link #documents}
   */
  static void each(String text, BiConsumer<String, JsonNode> reader) throws InvalidYamlException {
    var document = new StringBuilder();
    int begin = 0;
    int number = 0;
    for (var line : (Iterable<String>) lines(text)::iterator) {
      number++;
      if (line.startsWith(SEPARATOR)) {
        check(line, number);
        if (!document.isEmpty()) {
          read(document, begin, reader);
          begin = number;
          continue;
        }
      }
      document.append(line).append('\n');
    }
    read(document, begin, reader);
  }

  /** A carriage return alone does not end a line here. */
  private static Stream<String> lines(String text) {
    var whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return Arrays.stream(whole.replace("\r\n", "\n").split("\n", -1));
  }

  private static void check(String separator, int line) throws InvalidYamlException {
    var rest = separator.substring(SEPARATOR.length()).strip();
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw new InvalidYamlException(line, 1, "text after the separator ---");
    }
  }

  private static void read(
      StringBuilder document, int linesBefore, BiConsumer<String, JsonNode> reader)
      throws InvalidYamlException {
    if (document.isEmpty()) {
      return;
    }
    try {
      var text = document.toString();
      reader.accept(text, GoYaml.first(text, ManifestYaml::stored));
    } catch (InvalidYamlException e) {
      throw new InvalidYamlException(e.line() + linesBefore, e.column(), e.problem());
    }
    document.setLength(0);
  }

  /**
   * On their way to the API server, numbers pass through JSON: one without a fraction is an
   * integer.
   */
  private static NumericNode stored(NumericNode number) {
    return number.isLong() ? whole(number.longValue()) : shortened(number.doubleValue());
  }

  /** Returns the node type that Jackson uses for the API server's answers. */
  private static NumericNode whole(long value) {
    return (int) value == value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }

  private static NumericNode shortened(double value) {
    if (Math.abs(value) >= LARGEST_PLAIN || value != Math.rint(value)) {
      return DoubleNode.valueOf(value);
    }
    var digits = new BigDecimal(Double.toString(value)).toBigInteger();
    return digits.bitLength() < Long.SIZE
        ? whole(digits.longValue())
        : BigIntegerNode.valueOf(digits);
  }
}
