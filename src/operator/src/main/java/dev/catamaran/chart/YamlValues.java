package dev.catamaran.chart;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.util.function.UnaryOperator;

/** A values file in YAML 1.1, as Helm reads it: {@code yes} is true, {@code 010} is eight. */
public final class YamlValues {

  private YamlValues() {}

  /**
   * Reads the first document; JSON is also YAML.
   *
   * @return empty values for an empty text
   * @throws InvalidValuesFileException if the text is not YAML, or not a mapping
   */
  public static Values read(String text) throws InvalidValuesFileException {
    try {
      return Values.of(tree(text));
    } catch (InvalidYamlException e) {
      // Omits the cause, because its message may quote the text.
      throw new InvalidValuesFileException(e.line(), e.column());
    }
  }

  /** Reads the values as a tree, which the caller may change. */
  static ObjectNode tree(String text) throws InvalidYamlException {
    return switch (GoYaml.first(withoutMark(text), UnaryOperator.identity())) {
      case ObjectNode mapping -> mapping.deepCopy();
      case NullNode ignored -> JsonNodeFactory.instance.objectNode();
      default -> throw new InvalidYamlException(1, 1, "expected a mapping");
    };
  }

  private static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
