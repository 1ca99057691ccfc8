package dev.catamaran.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Writes YAML with as few quotes as possible, in the order of the objects. */
public final class DefinitionYaml {
  private static final YAMLMapper YAML =
      YAMLMapper.builder(YAMLFactory.builder().stringQuotingChecker(new Quotes()).build())
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .build();

  private DefinitionYaml() {}

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

  static String text(JsonNode tree) {
    try {
      return YAML.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
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
