package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * The part of an object that a merge patch names. Its change shows whether the patch had an effect,
 * whatever other clients change elsewhere at the same time. Pure.
 */
final class PatchedPart {
  private PatchedPart() {}

  /** Returns the fields of {@code content} that {@code patch} names, with whole lists. */
  static JsonNode of(JsonNode patch, JsonNode content) {
    if (!patch.isObject() || !content.isObject()) {
      return content;
    }
    var part = JsonNodeFactory.instance.objectNode();
    patch
        .properties()
        .forEach(
            field -> part.set(field.getKey(), of(field.getValue(), content.path(field.getKey()))));
    return part;
  }
}
