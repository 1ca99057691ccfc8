package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;
import java.util.regex.Pattern;

/** What the text of an override becomes. */
public enum OverrideTyping {
  /**
   * As {@code helm --set}: {@code true}, {@code false}, {@code null} and int64 are what they look
   * like.
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
  /** As {@code helm --set-string}, and as operator-sdk's helm-operator: always a string. */
  STRING {
    @Override
    JsonNode read(String text) {
      return TextNode.valueOf(text);
    }
  };

  /** Helm leaves {@code 007} a string, as a leading zero usually means an identifier. */
  private static final Pattern INTEGER = Pattern.compile("0|[+-][0-9]+|[1-9][0-9]*");

  /** The other one. */
  public OverrideTyping other() {
    return this == TYPED ? STRING : TYPED;
  }

  /** Text without escapes to value. */
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
