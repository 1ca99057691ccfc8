package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A changed field.
 *
 * @param path such as {@code spec.template.spec.containers[web].image}
 * @param before null if the field does not exist
 * @param after null if the field is removed
 * @param drift whether the deployed manifest already has this value
 */
public record FieldChange(String path, JsonNode before, JsonNode after, boolean drift) {
  private static final int LONGEST = 100;
  private static final String NONE = "(none)";

  /** Returns the line for people, with long values cut off. */
  String line() {
    return path + ": " + text(before) + " -> " + text(after) + (drift ? " (drift)" : "");
  }

  private static String text(JsonNode value) {
    if (value.isNull()) {
      return NONE;
    }
    var text = value.toString();
    if (text.length() <= LONGEST) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, LONGEST / 2)) + "…";
  }
}
