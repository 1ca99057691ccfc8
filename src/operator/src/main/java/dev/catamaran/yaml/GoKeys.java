package dev.catamaran.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/** Converts keys to text as sigs.k8s.io/yaml does. */
final class GoKeys {
  private static final int LARGEST_EXPONENT = 6;
  private static final int SMALLEST_EXPONENT = -4;

  private GoKeys() {}

  /** Returns the text; empty for values that cannot be keys. */
  static Optional<String> text(JsonNode key) {
    return switch (key.getNodeType()) {
      case STRING -> Optional.of(key.textValue());
      case BOOLEAN -> Optional.of(key.asText());
      case NUMBER -> number(key);
      case NULL, OBJECT, ARRAY, BINARY, MISSING, POJO -> Optional.empty();
    };
  }

  private static Optional<String> number(JsonNode key) {
    if (key.isBigInteger()) {
      return Optional.empty();
    }
    return Optional.of(key.isIntegralNumber() ? key.asText() : decimal((float) key.doubleValue()));
  }

  /**
   * Formats the number in the shortest form of single precision, as {@code strconv.FormatFloat(f,
   * 'g', -1, 32)}.
   */
  private static String decimal(float number) {
    if (Float.isNaN(number)) {
      return ".nan";
    }
    if (Float.isInfinite(number)) {
      return number > 0 ? ".inf" : "-.inf";
    }
    if (number == 0) {
      return Float.compare(number, 0f) < 0 ? "-0" : "0";
    }
    var shortest = new BigDecimal(Float.toString(number)).stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= SMALLEST_EXPONENT && exponent < LARGEST_EXPONENT) {
      return shortest.toPlainString();
    }
    var digits = shortest.unscaledValue().abs().toString();
    var fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    var sign = number < 0 ? "-" : "";
    return sign
        + digits.charAt(0)
        + fraction
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
