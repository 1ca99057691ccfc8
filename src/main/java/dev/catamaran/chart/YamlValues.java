package dev.catamaran.chart;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.util.function.UnaryOperator;

/** A values file, which is YAML 1.1 as Helm reads it: {@code yes} is true, {@code 010} is eight. */
public final class YamlValues {

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
