package dev.catamaran.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Writes YAML with as few quotes as possible, in the order of the objects. */
public final class DefinitionYaml {
  private static final double LARGEST_EXACT = 1L << 53;
  private static final YAMLMapper YAML =
      YAMLMapper.builder(YAMLFactory.builder().stringQuotingChecker(new Quotes()).build())
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .build();

  private DefinitionYaml() {}

  /** Returns the text of a definition. */
  static String text(CustomResourceDefinition definition) {
    return text(tree(definition));
  }

  /** Returns the text of a tree, which Helm and kubectl read as exactly this tree. */
  public static String exact(JsonNode tree) {
    var text = text(tree);
    try {
      var read = GoYaml.first(text, UnaryOperator.identity());
      return canonical(read).equals(canonical(tree)) ? text : tree.toPrettyString() + "\n";
    } catch (InvalidYamlException e) {
      return tree.toPrettyString() + "\n";
    }
  }

  /** Returns JSON, which does not tell kinds of integers apart. */
  private static String canonical(JsonNode tree) {
    return tree.toString();
  }

  /** Returns an object of Kubernetes as a tree. */
  static JsonNode tree(Object object) {
    return whole(new JsonMapper().valueToTree(object));
  }

  /** Returns the text of a tree. */
  static String text(JsonNode tree) {
    try {
      return YAML.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes bounds such as 1.0 as integers: they are doubles in the model. */
  private static JsonNode whole(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        object.properties().forEach(entry -> entry.setValue(whole(entry.getValue())));
        yield object;
      }
      case ArrayNode list -> {
        for (int i = 0; i < list.size(); i++) {
          list.set(i, whole(list.get(i)));
        }
        yield list;
      }
      default -> isWhole(node) ? JsonNodeFactory.instance.numberNode(node.longValue()) : node;
    };
  }

  private static boolean isWhole(JsonNode node) {
    return node.isDouble()
        && node.doubleValue() == Math.rint(node.doubleValue())
        && Math.abs(node.doubleValue()) < LARGEST_EXACT;
  }

  /** Quotes what a parser of YAML 1.1 might take for a number, in addition to reserved words. */
  private static final class Quotes extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;
    private static final Pattern NUMBER =
        Pattern.compile("[-+.]?[0-9].*|[-+]?\\.(?i:inf|nan)|[~<=].*");

    @Override
    public boolean needToQuoteName(String name) {
      return isReservedKeyword(name) || NUMBER.matcher(name).matches();
    }

    /** The emitter itself quotes text with special characters. */
    @Override
    public boolean needToQuoteValue(String value) {
      return isReservedKeyword(value) || NUMBER.matcher(value).matches();
    }
  }
}
