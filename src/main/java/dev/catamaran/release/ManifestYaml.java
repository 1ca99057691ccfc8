package dev.catamaran.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Reader;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML as Helm does (sigs.k8s.io/yaml): anchors and merges are resolved, and plain scalars
 * become what Go's parser takes them for, which knows no dates and no numbers to base 60.
 */
final class ManifestYaml {
  /**
   * Helm refuses releases over the 1 MiB of a Secret, compressed; this bounds the text that one can
   * unpack to.
   */
  private static final int MOST_CHARACTERS = 64 * 1024 * 1024;

  /** Schemas of custom resources go deep. */
  private static final int DEEPEST = 1000;

  private static final int MOST_ALIASES = 10_000;
  private static final JsonMapper JSON = new JsonMapper();

  private ManifestYaml() {}

  /**
   * The documents of {@code text}, read one by one; an empty one is a JSON null.
   *
   * @throws YAMLException while reading, if the text is no YAML
   */
  static Stream<JsonNode> documents(Reader text) {
    var limits = new LoaderOptions();
    limits.setCodePointLimit(MOST_CHARACTERS);
    limits.setNestingDepthLimit(DEEPEST);
    limits.setMaxAliasesForCollections(MOST_ALIASES);
    var output = new DumperOptions();
    var yaml =
        new Yaml(
            new GoConstructor(limits), new Representer(output), output, limits, new GoResolver());
    return StreamSupport.stream(yaml.loadAll(text).spliterator(), false).map(JSON::valueToTree);
  }

  /** By their look. */
  private static final class GoResolver extends Resolver {
    private static final Pattern WORDS = Pattern.compile("(?i:y|yes|n|no|true|false|on|off)");
    private static final Pattern INTEGERS =
        Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]+|0|[1-9][0-9_]*)");
    private static final Pattern DECIMALS =
        Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");

    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.BOOL, WORDS, "yYnNtTfFoO");
      addImplicitResolver(Tag.INT, INTEGERS, "-+0123456789");
      addImplicitResolver(Tag.FLOAT, DECIMALS, "-+0123456789.");
      addImplicitResolver(Tag.MERGE, MERGE, "<");
      addImplicitResolver(Tag.NULL, NULL, "~nN\0");
      addImplicitResolver(Tag.NULL, EMPTY, null);
    }
  }

  private static final class GoConstructor extends SafeConstructor {
    private static final Set<String> TRUE = Set.of("y", "yes", "true", "on");

    GoConstructor(LoaderOptions limits) {
      super(limits);
      yamlConstructors.put(
          Tag.BOOL,
          new AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              return TRUE.contains(((ScalarNode) node).getValue().toLowerCase(Locale.ROOT));
            }
          });
    }
  }
}
