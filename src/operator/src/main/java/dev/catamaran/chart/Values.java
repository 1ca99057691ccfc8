package dev.catamaran.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.Step;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * The values of a release: an immutable tree. It keeps nulls, because a null makes Helm delete the
 * chart's default.
 *
 * <p>Two instances are equal if their canonical JSON is equal. {@link #toString} returns only the
 * digest, because values may be secrets.
 */
public final class Values {

  private static final JsonMapper CANONICAL =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private static final Values EMPTY = new Values(JsonNodeFactory.instance.objectNode());

  private final ObjectNode tree;

  private Values(ObjectNode tree) {
    this.tree = tree;
  }

  public static Values empty() {
    return EMPTY;
  }

  /**
   * Copies a tree.
   *
   * @param tree a map; null, a JSON null and a missing node give empty values
   * @throws IllegalArgumentException if it is a list or a scalar
   */
  public static Values of(@Nullable JsonNode tree) {
    if (tree == null || tree.isNull() || tree.isMissingNode()) {
      return EMPTY;
    }
    if (tree instanceof ObjectNode map) {
      return new Values(map.deepCopy());
    }
    throw new IllegalArgumentException("values must be a map, not " + tree.getNodeType());
  }

  /**
   * Reads the first document of a values file in YAML 1.1, as Helm reads it: {@code yes} is true,
   * {@code 010} is eight; JSON is also YAML. An empty text gives empty values.
   *
   * @throws InvalidValuesFileException if the text is not YAML, or not a mapping
   */
  public static Values ofYaml(String text) throws InvalidValuesFileException {
    var unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try {
      return switch (GoYaml.first(unmarked, UnaryOperator.identity())) {
        case ObjectNode mapping -> of(mapping);
        case NullNode ignored -> EMPTY;
        default -> throw new InvalidYamlException(1, 1, "expected a mapping");
      };
    } catch (InvalidYamlException e) {
      // Omits the cause, because its message may quote the text.
      throw new InvalidValuesFileException(e.line(), e.column());
    }
  }

  /**
   * Returns these values with {@code over} put over them, as Helm merges values files: merges maps
   * deeply and replaces anything else.
   */
  public Values merge(Values over) {
    if (over.tree.isEmpty()) {
      return this;
    }
    if (tree.isEmpty()) {
      return over;
    }
    var merged = tree.deepCopy();
    mergeInto(merged, over.tree);
    return new Values(merged);
  }

  private static void mergeInto(ObjectNode target, ObjectNode over) {
    for (var property : over.properties()) {
      if (property.getValue() instanceof ObjectNode map
          && target.get(property.getKey()) instanceof ObjectNode existing) {
        mergeInto(existing, map);
      } else {
        target.set(property.getKey(), property.getValue().deepCopy());
      }
    }
  }

  /**
   * Returns these values with the overrides applied in order.
   *
   * @throws InvalidOverrideException if an override passes through a scalar, or uses a map as a
   *     list or a list as a map. (Helm allows one case: it replaces a scalar in a list.)
   */
  public Values with(List<ValueOverride> overrides) throws InvalidOverrideException {
    if (overrides.isEmpty()) {
      return this;
    }
    var changed = tree.deepCopy();
    for (var override : overrides) {
      override.applyTo(changed);
    }
    return new Values(changed);
  }

  /** Returns these values without one of the top-level keys. */
  public Values without(String key) {
    var changed = tree.deepCopy();
    changed.remove(key);
    return new Values(changed);
  }

  /**
   * Returns the path, in {@code --set} syntax, of an integer that a template cannot get unchanged:
   * Helm's values are int64 and float64, and one of more than 64 bits would lose digits.
   */
  public Optional<String> unrepresentable() {
    var path = new ArrayList<Step>();
    return isRepresentable(tree, path) ? Optional.empty() : Optional.of(ValueOverride.format(path));
  }

  /** Leaves the path of the first integer that is not. */
  private static boolean isRepresentable(JsonNode node, List<Step> path) {
    for (var property : node.properties()) {
      path.addLast(new Step.Name(property.getKey()));
      if (!isRepresentable(property.getValue(), path)) {
        return false;
      }
      path.removeLast();
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      path.addLast(new Step.Index(i));
      if (!isRepresentable(node.get(i), path)) {
        return false;
      }
      path.removeLast();
    }
    return !node.isIntegralNumber() || node.canConvertToLong();
  }

  /** Returns a copy of the tree, which the caller may change. */
  public ObjectNode toTree() {
    return tree.deepCopy();
  }

  /** Returns canonical JSON: keys sorted, no white space, UTF-8. */
  public byte[] toJson() {
    try {
      return CANONICAL.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree could not be written", e);
    }
  }

  /** Returns the SHA-256 of the canonical JSON, in hexadecimal. */
  public String digest() {
    return DigestUtils.sha256Hex(toJson());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Values values && Arrays.equals(toJson(), values.toJson());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toJson());
  }

  @Override
  public String toString() {
    return "Values[" + digest() + "]";
  }

  /**
   * A text is not a values file. The message contains the position, counted from 1, and no part of
   * the text, which may be secret.
   */
  public static final class InvalidValuesFileException extends Exception {

    InvalidValuesFileException(int line, int column) {
      super("line " + line + ", column " + column + ": not a mapping in YAML");
    }
  }
}
