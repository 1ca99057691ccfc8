package dev.catamaran.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.fields.FieldPath.Step;
import dev.catamaran.release.SecretTexts;

/**
 * Replaces secret values by asterisks: the data of Secrets, known secret texts anywhere, and what
 * has the name or the form of a credential, which another client may have written. Pure.
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

  /** Returns a text, or what is in no object, without secrets. */
  public JsonNode of(JsonNode value) {
    return masked(value, false);
  }

  /**
   * Returns the value of a field without secrets.
   *
   * @param object has it there
   */
  JsonNode of(JsonNode value, FieldPath at, JsonNode object) {
    boolean isHidden =
        isSecret
            && (at.isBelow("data")
                || at.isBelow("stringData")
                || at.isBelow("metadata", "annotations"));
    return masked(value, isHidden || (!value.isObject() && isNamed(at, object)));
  }

  /** Whether a name says that the value is a secret: of the field, or beside it. */
  private static boolean isNamed(FieldPath at, JsonNode object) {
    if (at.steps().isEmpty()) {
      return false;
    }
    return switch (at.steps().getLast()) {
      case Step.Field(var name) ->
          at.parent().in(object) instanceof ObjectNode beside && Credentials.isSecret(beside, name);
      case Step.At(var index) ->
          Credentials.isOption(at.parent().in(object).path(index - 1).asText());
      case Step.Keyed ignored -> false;
    };
  }

  private JsonNode masked(JsonNode value, boolean isHidden) {
    return switch (value) {
      case ObjectNode object -> {
        var copy = object.objectNode();
        object
            .properties()
            .forEach(
                f ->
                    copy.set(
                        f.getKey(),
                        masked(
                            f.getValue(),
                            isHidden
                                || (!f.getValue().isObject()
                                    && Credentials.isSecret(object, f.getKey())))));
        yield copy;
      }
      case ArrayNode list -> {
        var copy = list.arrayNode();
        for (int i = 0; i < list.size(); i++) {
          boolean isOfOption = Credentials.isOption(list.path(i - 1).asText());
          copy.add(masked(list.get(i), isHidden || isOfOption));
        }
        yield copy;
      }
      case JsonNode leaf when isHidden && !leaf.isBoolean() -> HIDDEN;
      case JsonNode leaf -> {
        var shown = Credentials.hide(texts.hide(leaf.asText()));
        yield shown.equals(leaf.asText()) ? leaf : TextNode.valueOf(shown);
      }
    };
  }
}
