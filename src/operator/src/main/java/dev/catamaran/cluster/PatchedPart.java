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
    for (var field : patch.properties()) {
      // A directive, such as $setElementOrder/env, has the name of its list behind a slash.
      var name =
          field.getKey().startsWith("$")
              ? field.getKey().substring(field.getKey().indexOf('/') + 1)
              : field.getKey();
      part.set(name, of(field.getValue(), content.path(name)));
    }
    return part;
  }
}
