package dev.catamaran.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a JSON object, or the items of a list, each as its original text. Their content
 * stays unparsed, so its depth does no harm.
 */
record RawFields(List<Part> parts) {
  private static final JsonFactory STREAMING = Limits.streaming();

  /**
   * A field or an item.
   *
   * @param name name of the field; empty for an item
   * @param text text of the value
   * @param depth depth of the value; 0 for a scalar
   */
  record Part(String name, String text, int depth) {}

  /** Reads the outline of an object or a list. */
  static RawFields of(String text) throws IOException {
    var parts = new ArrayList<Part>();
    try (var parser = STREAMING.createParser(text.toCharArray())) {
      parser.nextToken();
      for (var token = parser.nextToken(); !isEnd(token); token = parser.nextToken()) {
        var name = token == JsonToken.FIELD_NAME ? parser.currentName() : "";
        if (token == JsonToken.FIELD_NAME) {
          parser.nextToken();
        }
        var begin = parser.currentTokenLocation().getCharOffset();
        int depth = skip(parser);
        var end = parser.currentLocation().getCharOffset();
        parts.add(new Part(name, text.substring((int) begin, (int) end), depth));
      }
    }
    return new RawFields(parts);
  }

  private static boolean isEnd(JsonToken token) {
    return token == null || token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY;
  }

  /** Skips the value that begins here; returns its depth. */
  private static int skip(JsonParser parser) throws IOException {
    int depth = 0;
    int deepest = 0;
    for (var token = parser.currentToken(); ; token = parser.nextToken()) {
      if (token == null) {
        return deepest;
      }
      if (token.isStructStart()) {
        depth++;
        deepest = Math.max(deepest, depth);
      } else if (token.isStructEnd()) {
        depth--;
      } else {
        parser.finishToken();
      }
      if (depth == 0) {
        return deepest;
      }
    }
  }
}
