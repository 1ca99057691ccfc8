package dev.catamaran.revisions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.run.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;

/**
 * A stored manifest for people and for {@code kubectl diff}. Pure.
 *
 * <p>Secrets are without their values: in place of an absent value, {@code kubectl} shows no
 * difference, and {@code kubectl apply} leaves the live one as it is. Asterisks would be applied as
 * values.
 *
 * @param text YAML documents
 * @param isMasked whether something is left out or replaced
 */
record MaskedManifest(String text, boolean isMasked) {
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

  /**
   * Masks a manifest.
   *
   * @param secrets texts that are never shown
   * @throws UnreadableManifestException if it cannot be read, so that its Secrets are unknown
   */
  static MaskedManifest of(String manifest, SecretTexts secrets) {
    var documents = new ArrayList<MaskedManifest>();
    Manifest.eachDocument(
        manifest,
        (text, content) -> {
          if (content.isContainerNode()) {
            documents.add(document(text, content, secrets));
          }
        });
    return new MaskedManifest(
        String.join("\n", documents.stream().map(MaskedManifest::text).toList()),
        documents.stream().anyMatch(MaskedManifest::isMasked));
  }

  private static MaskedManifest document(String text, JsonNode content, SecretTexts secrets) {
    var raw = "---\n" + text.replaceFirst("\\A---[^\n]*\n", "").strip();
    var omitted = new ArrayList<String>();
    var masked = masked(content, secrets, omitted);
    boolean isMasked = !omitted.isEmpty() || !secrets.hide(raw).equals(raw);
    return new MaskedManifest(secrets.hide(written(raw, omitted, masked)), isMasked);
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
