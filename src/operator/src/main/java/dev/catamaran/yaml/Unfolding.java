package dev.catamaran.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Converts one document's nodes to JSON as Go's parser does (go.yaml.in/yaml/v2, decode.go; the
 * JSON of sigs.k8s.io/yaml), and limits the expansion of aliases. Aliases share one value.
 */
final class Unfolding {
  /**
   * Limit of values and characters beyond the length of the text, after the expansion of aliases.
   */
  private static final long MOST_BEYOND_TEXT = 1_000_000;

  private static final String MERGE = "<<";

  private final UnaryOperator<NumericNode> numbers;
  private final long most;

  /**
   * Results by node. Null marks an unfinished conversion: a second visit means that the node
   * contains itself.
   */
  private final IdentityHashMap<Node, @Nullable Unfolded> known = new IdentityHashMap<>();

  /**
   * A node with the number of its values and characters, and its depth, after the expansion of
   * aliases.
   */
  private record Unfolded(JsonNode json, long size, int depth) {}

  /** Converts a document in a text of that length. {@code numbers} converts each number. */
  Unfolding(UnaryOperator<NumericNode> numbers, int length) {
    this.numbers = numbers;
    this.most = length + MOST_BEYOND_TEXT;
  }

  JsonNode json(Node node) throws InvalidYamlException {
    return unfold(node).json();
  }

  private Unfolded unfold(Node node) throws InvalidYamlException {
    if (known.containsKey(node)) {
      return Optional.ofNullable(known.get(node))
          .orElseThrow(() -> problem(node, "an anchor contains itself"));
    }
    known.put(node, null);
    var unfolded =
        switch (node) {
          case ScalarNode scalar -> new Unfolded(value(scalar), 1L + scalar.getValue().length(), 0);
          case SequenceNode list -> list(list);
          case MappingNode mapping -> mapping(mapping);
          default -> throw problem(node, "not YAML: unexpected " + node.getNodeId());
        };
    if (unfolded.size() > most || unfolded.depth() > YamlNodes.DEEPEST) {
      throw problem(node, "its aliases expand to more than the operator reads; use fewer aliases");
    }
    known.put(node, unfolded);
    return unfolded;
  }

  private JsonNode value(ScalarNode scalar) throws InvalidYamlException {
    var json = GoScalars.json(scalar);
    if (json.isDouble() && !Double.isFinite(json.doubleValue())) {
      throw problem(scalar, "JSON has no infinity and no NaN; quote it");
    }
    return json instanceof NumericNode number ? numbers.apply(number) : json;
  }

  private Unfolded list(SequenceNode list) throws InvalidYamlException {
    var array = JsonNodeFactory.instance.arrayNode(list.getValue().size());
    long size = 1;
    int depth = 0;
    for (var item : list.getValue()) {
      var unfolded = unfold(item);
      array.add(unfolded.json());
      size += unfolded.size();
      depth = Math.max(depth, unfolded.depth());
    }
    return new Unfolded(array, size, depth + 1);
  }

  private Unfolded mapping(MappingNode mapping) throws InvalidYamlException {
    var map = JsonNodeFactory.instance.objectNode();
    var written = new HashMap<String, JsonNode>();
    long size = 1;
    int depth = 0;
    for (var entry : mapping.getValue()) {
      var value = isMerge(entry.getKeyNode()) ? merge(entry, map) : put(entry, map, written);
      size += value.size();
      depth = Math.max(depth, value.depth());
    }
    return new Unfolded(map, size, depth + 1);
  }

  private static boolean isMerge(Node key) {
    return key instanceof ScalarNode scalar
        && scalar.getValue().equals(MERGE)
        && (scalar.getTag().equals(GoYaml.PLAIN)
            || scalar.getTag().equals(Tag.MERGE)
            || scalar.getScalarStyle() == ScalarStyle.PLAIN);
  }

  /** Adds an entry. A repeated key has its last value, in its first position. */
  private Unfolded put(NodeTuple entry, ObjectNode map, Map<String, JsonNode> written)
      throws InvalidYamlException {
    var node = entry.getKeyNode();
    var key = node instanceof ScalarNode scalar ? GoScalars.json(scalar) : NullNode.instance;
    var name = GoKeys.text(key).orElseThrow(() -> problem(node, "a key must be a plain word"));
    var before = written.put(name, key);
    if (before != null && !before.equals(key)) {
      // In Go, the winner is random.
      throw problem(node, "two keys that become one in JSON: " + name);
    }
    var value = unfold(entry.getValueNode());
    map.set(name, value.json());
    return new Unfolded(value.json(), 1 + name.length() + value.size(), value.depth());
  }

  /** Merges a mapping. Merged entries override earlier entries, not later ones. */
  private Unfolded merge(NodeTuple entry, ObjectNode map) throws InvalidYamlException {
    var value = unfold(entry.getValueNode());
    if (entry.getValueNode() instanceof SequenceNode list) {
      for (var source : list.getValue().reversed()) {
        mergeOne(source, map);
      }
    } else {
      mergeOne(entry.getValueNode(), map);
    }
    return value;
  }

  private void mergeOne(Node source, ObjectNode map) throws InvalidYamlException {
    if (!(source instanceof MappingNode)) {
      throw problem(source, "<< needs a mapping or a list of mappings");
    }
    map.setAll((ObjectNode) unfold(source).json());
  }

  private static InvalidYamlException problem(Node node, String problem) {
    var mark = node.getStartMark();
    return new InvalidYamlException(mark.getLine() + 1, mark.getColumn() + 1, problem);
  }

  /** Converts keys to text as sigs.k8s.io/yaml does. */
  private static final class GoKeys {
    private static final int LARGEST_EXPONENT = 6;
    private static final int SMALLEST_EXPONENT = -4;

    private GoKeys() {}

    /** Returns the text; empty for values that cannot be keys. */
    static Optional<String> text(JsonNode key) {
      return switch (key.getNodeType()) {
        case STRING -> Optional.of(key.textValue());
        case BOOLEAN -> Optional.of(key.asText());
        case NUMBER -> number(key);
        case NULL, OBJECT, ARRAY, BINARY, MISSING, POJO -> Optional.empty();
      };
    }

    private static Optional<String> number(JsonNode key) {
      if (key.isBigInteger()) {
        return Optional.empty();
      }
      return Optional.of(
          key.isIntegralNumber() ? key.asText() : decimal((float) key.doubleValue()));
    }

    /**
     * Formats the number in the shortest form of single precision, as {@code strconv.FormatFloat(f,
     * 'g', -1, 32)}.
     */
    private static String decimal(float number) {
      if (Float.isNaN(number)) {
        return ".nan";
      }
      if (Float.isInfinite(number)) {
        return number > 0 ? ".inf" : "-.inf";
      }
      if (number == 0) {
        return Float.compare(number, 0f) < 0 ? "-0" : "0";
      }
      var shortest = new BigDecimal(Float.toString(number)).stripTrailingZeros();
      int exponent = shortest.precision() - shortest.scale() - 1;
      if (exponent >= SMALLEST_EXPONENT && exponent < LARGEST_EXPONENT) {
        return shortest.toPlainString();
      }
      var digits = shortest.unscaledValue().abs().toString();
      var fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
      var sign = number < 0 ? "-" : "";
      return sign
          + digits.charAt(0)
          + fraction
          + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }
  }
}
