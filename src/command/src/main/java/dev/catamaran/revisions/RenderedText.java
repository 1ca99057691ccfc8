package dev.catamaran.revisions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.StoredRelease;
import dev.catamaran.helm.StoredRelease.Hook;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.run.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;

/**
 * What Helm rendered for a stored revision, for people and for {@code kubectl diff}.
 *
 * <p>Secrets are without their values: in place of an absent value, {@code kubectl} shows no
 * difference, and {@code kubectl apply} leaves the live one as it is. Asterisks would be applied as
 * values.
 *
 * @param revision its number
 * @param text without a line break at the end; empty if the chart has no such part
 * @param isMasked whether a secret value is left out or replaced
 */
public record RenderedText(int revision, String text, boolean isMasked) {
  private static final String SOURCE = "# Source: ";
  private static final Set<String> VALUES = Set.of("data", "stringData");
  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** Quotes all texts: readers of YAML differ in what is a number or a boolean without quotes. */
  private static final YAMLMapper QUOTING =
      YAMLMapper.builder(YAMLFactory.builder().dumperOptions(escaping()).build())
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .build();

  /** Escapes what controls a terminal, with all other characters beyond ASCII. */
  private static DumperOptions escaping() {
    var options = new DumperOptions();
    options.setAllowUnicode(false);
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setSplitLines(false);
    return options;
  }

  public enum Part {
    /** The objects of the release, as YAML documents. */
    MANIFEST,
    /** The objects of its hooks, also of tests, as YAML documents. */
    HOOKS,
    /** The text of NOTES.txt. */
    NOTES
  }

  /**
   * Reads a part of a primary's release.
   *
   * @param number of the revision; empty for the deployed one
   */
  public static RenderedText of(Scope scope, Target target, OptionalInt number, Part part) {
    var found = scope.release(target);
    int revision = found.number(number);
    var stored = found.stored().whole(revision).orElseThrow(found::missing);
    var secrets = found.secrets();
    return switch (part) {
      case MANIFEST -> yaml(revision, stored.manifest(), secrets);
      case HOOKS -> yaml(revision, hooks(stored), secrets);
      case NOTES -> {
        var notes = TerminalText.lines(stored.notes()).strip();
        var shown = secrets.hide(notes);
        yield new RenderedText(revision, shown, !shown.equals(notes));
      }
    };
  }

  private static RenderedText yaml(int revision, String text, SecretTexts secrets) {
    try {
      return masked(revision, text, secrets);
    } catch (UnreadableManifestException e) {
      throw new ManagerException(
          "revision %d is not shown, because it is not valid YAML, so that its Secrets cannot be found: %s"
              .formatted(revision, e.problem()));
    }
  }

  /** Helm stores the source of a hook apart from its text. */
  private static String hooks(StoredRelease stored) {
    return stored.hooks().stream().map(RenderedText::document).collect(Collectors.joining());
  }

  private static String document(Hook hook) {
    return "---\n# Source: %s\n%s\n"
        .formatted(TerminalText.oneLine(hook.template()), hook.manifest().strip());
  }

  /**
   * Masks a manifest.
   *
   * @throws UnreadableManifestException if it cannot be read, so that its Secrets are unknown
   */
  static RenderedText masked(int revision, String manifest, SecretTexts secrets) {
    var documents = new ArrayList<RenderedText>();
    Manifest.eachDocument(
        manifest,
        (text, content) -> {
          if (content.isContainerNode()) {
            documents.add(document(revision, text, content, secrets));
          }
        });
    return new RenderedText(
        revision,
        String.join("\n", documents.stream().map(RenderedText::text).toList()),
        documents.stream().anyMatch(RenderedText::isMasked));
  }

  private static RenderedText document(
      int revision, String text, JsonNode content, SecretTexts secrets) {
    var raw = "---\n" + text.replaceFirst("\\A---[^\n]*\n", "").strip();
    var omitted = new ArrayList<String>();
    var masked = masked(content, secrets, omitted);
    boolean isMasked = !omitted.isEmpty() || !secrets.hide(raw).equals(raw);
    return new RenderedText(revision, secrets.hide(written(raw, omitted, masked)), isMasked);
  }

  private static String written(String raw, List<String> omitted, JsonNode content) {
    var lines = new ArrayList<String>(List.of("---"));
    Stream.concat(
            raw.lines().filter(line -> line.startsWith(SOURCE)).limit(1),
            omitted.stream().map("# "::concat))
        .map(TerminalText::oneLine)
        .forEach(lines::add);
    try {
      lines.add(QUOTING.writeValueAsString(content).strip());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a document could not be written", e);
    }
    return String.join("\n", lines);
  }

  private static JsonNode masked(JsonNode node, SecretTexts secrets, List<String> omitted) {
    return switch (node) {
      case ObjectNode object -> {
        boolean isSecret = isSecret(object);
        var copy = object.objectNode();
        for (var field : object.properties()) {
          if (isSecret && VALUES.contains(field.getKey())) {
            omitted.add(omission(object, field.getKey(), field.getValue()));
          } else if (isSecret && field.getKey().equals("metadata")) {
            copy.set("metadata", masked(unapplied(field.getValue()), secrets, omitted));
          } else {
            copy.set(field.getKey(), masked(field.getValue(), secrets, omitted));
          }
        }
        yield copy;
      }
      case ArrayNode list -> {
        var copy = list.arrayNode();
        list.forEach(item -> copy.add(masked(item, secrets, omitted)));
        yield copy;
      }
      case JsonNode leaf -> {
        var shown = secrets.hide(leaf.asText());
        yield shown.equals(leaf.asText()) ? leaf : TextNode.valueOf(shown);
      }
    };
  }

  private static boolean isSecret(JsonNode object) {
    return object.path("kind").asText().equals("Secret")
        && object.path("apiVersion").asText().equals("v1");
  }

  private static String omission(JsonNode secret, String field, JsonNode values) {
    var keys = new ArrayList<String>();
    values.fieldNames().forEachRemaining(keys::add);
    return "Secret %s: the values in %s are left out (%s)"
        .formatted(secret.path("metadata").path("name").asText(), field, String.join(", ", keys));
  }

  /** kubectl copies a whole Secret into this annotation. */
  private static JsonNode unapplied(JsonNode metadata) {
    var copy = metadata.deepCopy();
    if (copy.path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(APPLIED);
    }
    return copy;
  }
}
