package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;
import java.util.regex.Pattern;

/** Conversion of an override's text to a value. */
public enum OverrideTyping {
  /**
   * Like {@code helm --set}: {@code true}, {@code false}, {@code null} and int64 become typed
   * values.
   */
  TYPED {
    @Override
    JsonNode read(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "true" -> BooleanNode.TRUE;
        case "false" -> BooleanNode.FALSE;
        case "null" -> NullNode.instance;
        default -> integerOrText(text);
      };
    }
  },
  /** Like {@code helm --set-string}, and like operator-sdk's helm-operator: always a string. */
  STRING {
    @Override
    JsonNode read(String text) {
      return TextNode.valueOf(text);
    }
  };

  /**
   * Excludes {@code 007}: Helm keeps it as a string, because a leading zero usually means an
   * identifier.
   */
  private static final Pattern INTEGER = Pattern.compile("0|[+-][0-9]+|[1-9][0-9]*");

  public OverrideTyping other() {
    return this == TYPED ? STRING : TYPED;
  }

  /** Converts text without escapes to a value. */
  abstract JsonNode read(String text);

  private static JsonNode integerOrText(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return TextNode.valueOf(text);
    }
    try {
      return LongNode.valueOf(Long.parseLong(text));
    } catch (NumberFormatException beyondInt64) {
      return TextNode.valueOf(text);
    }
  }
}
