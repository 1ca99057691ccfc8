package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.inspect.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * Replaces secret values by others of the same type: a chart is rendered with them, both in its old
 * and in its new version. Booleans and nulls stay. Pure.
 */
final class FleetMask {
  private static final TextNode TEXT = TextNode.valueOf("masked");
  private static final TextNode DATA =
      TextNode.valueOf(
          Base64.getEncoder().encodeToString("masked".getBytes(StandardCharsets.US_ASCII)));

  /** What the API server or kubectl adds; the last one has a copy of the values. */
  private static final List<String> ADDED = List.of("managedFields", "selfLink");

  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private FleetMask() {}

  /** Replaces all values. */
  static JsonNode all(JsonNode tree) {
    return masked(tree, true);
  }

  /** Replaces the values of fields with the name of a secret, and what has the form of one. */
  static JsonNode named(JsonNode tree) {
    return masked(tree, false);
  }

  private static JsonNode masked(JsonNode node, boolean isSecret) {
    return switch (node) {
      case ObjectNode object -> {
        var copy = object.objectNode();
        // As in the environment of a container.
        boolean isVariable = Credentials.isName(object.path("name").asText(""));
        object
            .properties()
            .forEach(
                field -> {
                  var name = field.getKey();
                  boolean isNamed =
                      Credentials.isName(name) || (isVariable && name.equals("value"));
                  copy.set(name, masked(field.getValue(), isSecret || isNamed));
                });
        yield copy;
      }
      case ArrayNode list -> {
        var copy = list.arrayNode();
        list.forEach(item -> copy.add(masked(item, isSecret)));
        yield copy;
      }
      case TextNode text when isSecret && text.asText().isEmpty() -> text;
      case TextNode ignored when isSecret -> TEXT;
      case TextNode text -> TextNode.valueOf(Credentials.hide(text.asText()));
      case JsonNode number when isSecret && number.isNumber() -> IntNode.valueOf(1);
      case JsonNode leaf -> leaf;
    };
  }

  /** Returns a live object as templates may see it. */
  static JsonNode object(JsonNode live) {
    boolean isSecret =
        live.path("kind").asText().equals("Secret")
            && live.path("apiVersion").asText().equals("v1");
    var copy = isSecret ? live.deepCopy() : named(live);
    if (copy instanceof ObjectNode object) {
      var metadata = object.withObjectProperty("metadata");
      metadata.remove(ADDED);
      if (metadata.path("annotations") instanceof ObjectNode annotations) {
        annotations.remove(APPLIED);
        if (isSecret) {
          annotations.properties().forEach(each -> each.setValue(TEXT));
        }
      }
      if (isSecret) {
        object.remove("stringData");
        object.path("data").properties().forEach(each -> each.setValue(DATA));
      }
      // Names and labels are no secrets, whatever they are called.
      metadata.set("name", live.path("metadata").path("name"));
      if (live.path("metadata").has("labels")) {
        metadata.set("labels", live.path("metadata").path("labels").deepCopy());
      }
    }
    return copy;
  }
}
