package dev.catamaran.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.release.SecretTexts;

/**
 * Replaces secret values by asterisks: the data of Secrets, and known secret texts anywhere. Pure.
 *
 * @param isSecret whether the object is a Secret
 * @param texts the known ones
 */
public record Mask(boolean isSecret, SecretTexts texts) {
  private static final TextNode HIDDEN = TextNode.valueOf("******");

  public static Mask of(JsonNode object, SecretTexts texts) {
    boolean isSecret =
        object.path("kind").asText().equals("Secret")
            && object.path("apiVersion").asText().equals("v1");
    return new Mask(isSecret, texts);
  }

  /** Returns the value without secrets. */
  public JsonNode of(JsonNode value, FieldPath at) {
    boolean isHidden =
        isSecret
            && (at.isBelow("data")
                || at.isBelow("stringData")
                || at.isBelow("metadata", "annotations"));
    return masked(value, isHidden);
  }

  private JsonNode masked(JsonNode value, boolean isHidden) {
    return switch (value) {
      case ObjectNode object -> {
        var copy = object.objectNode();
        object.properties().forEach(f -> copy.set(f.getKey(), masked(f.getValue(), isHidden)));
        yield copy;
      }
      case ArrayNode list -> {
        var copy = list.arrayNode();
        list.forEach(item -> copy.add(masked(item, isHidden)));
        yield copy;
      }
      case JsonNode leaf when isHidden -> HIDDEN;
      case JsonNode leaf -> {
        var shown = texts.hide(leaf.asText());
        yield shown.equals(leaf.asText()) ? leaf : TextNode.valueOf(shown);
      }
    };
  }
}
