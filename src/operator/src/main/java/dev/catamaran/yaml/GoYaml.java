package dev.catamaran.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML as Helm and Kubernetes do: like sigs.k8s.io/yaml 1.6, which is based on
 * go.yaml.in/yaml/v2. GoYamlTest compares the two.
 */
public final class GoYaml {
  /** Tag of plain scalars. Quoted or tagged scalars do not get their type from their text. */
  static final Tag PLAIN = new Tag("!catamaran.dev/plain");

  /** Limit of repairs; each repair costs one more parse. */
  private static final int MOST_ESCAPED = 100;

  /** Limit of characters that repairs of one text parse again. */
  private static final long MOST_PARSED_AGAIN = 4 << 20;

  private GoYaml() {}

  /**
   * Returns the first document of a text as JSON; null for an empty one. Ignores the following
   * documents.
   *
   * @param numbers conversion of each number
   * @throws InvalidYamlException if the text is not YAML, or exceeds the operator's limits
   */
  public static JsonNode first(String text, UnaryOperator<NumericNode> numbers)
      throws InvalidYamlException {
    if (beginsWithEnd(text)) {
      return NullNode.instance;
    }
    var readable = text;
    for (int tries = 0; ; tries++) {
      try {
        var documents = YamlNodes.of(readable, new ByStyle());
        return documents.hasNext()
            ? new Unfolding(numbers, readable.length()).json(documents.next())
            : NullNode.instance;
      } catch (YAMLException e) {
        var corrected =
            mayRepair(tries, readable) ? unescaped(readable, e) : Optional.<String>empty();
        if (corrected.isEmpty()) {
          throw YamlProblems.of(readable, e);
        }
        readable = corrected.get();
      }
    }
  }

  private static boolean mayRepair(int tries, String text) {
    return tries < MOST_ESCAPED
        && (tries == 0 || (long) tries * text.length() <= MOST_PARSED_AGAIN);
  }

  /** Returns whether the text starts with an end marker. Go stops there. */
  private static boolean beginsWithEnd(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .findFirst()
        .filter(line -> line.equals("...") || line.matches("\\.\\.\\.\\s.*"))
        .isPresent();
  }

  /**
   * Removes the escape of an apostrophe in double quotes. Go accepts it; this parser fails there.
   */
  private static Optional<String> unescaped(String text, YAMLException e) {
    if (!(e instanceof MarkedYAMLException marked) || marked.getProblemMark() == null) {
      return Optional.empty();
    }
    int at = text.offsetByCodePoints(0, marked.getProblemMark().getIndex());
    return text.startsWith("\\'", at - 1)
        ? Optional.of(text.substring(0, at - 1) + text.substring(at))
        : Optional.empty();
  }

  /** Leaves types of plain scalars to {@link GoScalars}. */
  private static final class ByStyle extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // None: see resolve().
    }

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      return kind == NodeId.scalar && implicit ? PLAIN : super.resolve(kind, value, false);
    }
  }
}
