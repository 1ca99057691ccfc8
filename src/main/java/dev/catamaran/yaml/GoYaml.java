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
 * Reads YAML as Helm and Kubernetes do: sigs.k8s.io/yaml 1.6, which stands on go.yaml.in/yaml/v2.
 * GoYamlTest compares the two.
 */
public final class GoYaml {
  /** Plain scalars; what is quoted, or says its tag, is no matter of its look. */
  static final Tag PLAIN = new Tag("!catamaran.dev/plain");

  /** Each costs one more reading. */
  private static final int MOST_ESCAPED = 100;

  private GoYaml() {}

  /**
   * The first document of a text as JSON; null for an empty one. Whatever comes after it is not
   * looked at.
   *
   * @param numbers what each number becomes
   * @throws InvalidYamlException if it is no YAML, or more of it than we read
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
        var mended = tries < MOST_ESCAPED ? unescaped(readable, e) : Optional.<String>empty();
        if (mended.isEmpty()) {
          throw YamlProblems.of(readable, e);
        }
        readable = mended.get();
      }
    }
  }

  /** A document that ends before it begins: Go stops there. */
  private static boolean beginsWithEnd(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .findFirst()
        .filter(line -> line.equals("...") || line.matches("\\.\\.\\.\\s.*"))
        .isPresent();
  }

  /** Go takes an escaped apostrophe in double quotes, which our parser stops at. */
  private static Optional<String> unescaped(String text, YAMLException e) {
    if (!(e instanceof MarkedYAMLException marked) || marked.getProblemMark() == null) {
      return Optional.empty();
    }
    int at = text.offsetByCodePoints(0, marked.getProblemMark().getIndex());
    return text.startsWith("\\'", at - 1)
        ? Optional.of(text.substring(0, at - 1) + text.substring(at))
        : Optional.empty();
  }

  /** Leaves the look to {@link GoScalars}. */
  private static final class ByStyle extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // None: see below.
    }

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      return kind == NodeId.scalar && implicit ? PLAIN : super.resolve(kind, value, false);
    }
  }
}
