package dev.catamaran.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Types of scalars as in Go's parser (go.yaml.in/yaml/v2, resolve.go): YAML 1.1 without dates and
 * without numbers to base 60.
 */
final class GoScalars {
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");

  /** First characters of all numbers. */
  private static final String BEGINNINGS = "+-.0123456789";

  private static final Set<String> NO_NUMBER = Set.of(".nan", ".NaN", ".NAN");
  private static final Pattern INFINITY = Pattern.compile("[-+]?\\.(?:inf|Inf|INF)");
  private static final Pattern INTEGER =
      Pattern.compile(
          "[-+]?(?:0[xX](?<hex>[0-9a-fA-F]+)|0[bB](?<binary>[01]+)|0[oO]?(?<octal>[0-7]+)"
              + "|(?<decimal>0|[1-9][0-9]*))");
  private static final Pattern SIGNED_INSIDE = Pattern.compile("0b([-+][01]+)");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");

  private static final int UNSIGNED_BITS = 64;

  private GoScalars() {}

  /**
   * Returns the scalar as JSON; the result may be a number without a JSON notation.
   *
   * @throws InvalidYamlException if the scalar does not match its tag
   */
  static JsonNode json(ScalarNode scalar) throws InvalidYamlException {
    var text = scalar.getValue();
    var tag = scalar.getTag();
    if (tag.equals(GoYaml.PLAIN)) {
      return plain(text);
    }
    if (tag.equals(Tag.BINARY)) {
      return binary(scalar);
    }
    if (!isLooked(tag)) {
      return TextNode.valueOf(text);
    }
    var looked = plain(text);
    if (!fits(looked, tag)) {
      throw problem(scalar, "not YAML: " + tag.getValue() + " and its value do not agree");
    }
    return tag.equals(Tag.FLOAT) ? DoubleNode.valueOf(looked.doubleValue()) : looked;
  }

  private static boolean isLooked(Tag tag) {
    return tag.equals(Tag.BOOL)
        || tag.equals(Tag.INT)
        || tag.equals(Tag.FLOAT)
        || tag.equals(Tag.NULL);
  }

  private static boolean fits(JsonNode found, Tag tag) {
    if (tag.equals(Tag.FLOAT)) {
      return found.isNumber() && !found.isBigInteger();
    }
    return (tag.equals(Tag.BOOL) && found.isBoolean())
        || (tag.equals(Tag.INT) && found.isIntegralNumber())
        || (tag.equals(Tag.NULL) && found.isNull());
  }

  private static JsonNode plain(String text) {
    if (NULL.contains(text)) {
      return NullNode.instance;
    }
    if (TRUE.contains(text) || FALSE.contains(text)) {
      return BooleanNode.valueOf(TRUE.contains(text));
    }
    if (BEGINNINGS.indexOf(text.charAt(0)) < 0) {
      return TextNode.valueOf(text);
    }
    return number(text).<JsonNode>map(number -> number).orElseGet(() -> TextNode.valueOf(text));
  }

  private static Optional<NumericNode> number(String text) {
    if (NO_NUMBER.contains(text)) {
      return Optional.of(DoubleNode.valueOf(Double.NaN));
    }
    if (INFINITY.matcher(text).matches()) {
      return Optional.of(
          DoubleNode.valueOf(
              text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY));
    }
    if (text.startsWith(".")) {
      return decimal(text);
    }
    var digits = text.replace("_", "");
    return integer(digits).or(() -> decimal(digits)).or(() -> signedInside(digits));
  }

  private static Optional<NumericNode> integer(String digits) {
    var matcher = INTEGER.matcher(digits);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var magnitude =
        digits(matcher.group("hex"), 16)
            .or(() -> digits(matcher.group("binary"), 2))
            .or(() -> digits(matcher.group("octal"), 8))
            .orElseGet(() -> new BigInteger(matcher.group("decimal")));
    var number = digits.startsWith("-") ? magnitude.negate() : magnitude;
    if (number.bitLength() < Long.SIZE) {
      return Optional.of(LongNode.valueOf(number.longValue()));
    }
    boolean isUnsigned = number.bitLength() <= UNSIGNED_BITS && "+-".indexOf(digits.charAt(0)) < 0;
    return isUnsigned ? Optional.of(BigIntegerNode.valueOf(number)) : Optional.empty();
  }

  private static Optional<BigInteger> digits(@Nullable String text, int radix) {
    return Optional.ofNullable(text).map(found -> new BigInteger(found, radix));
  }

  private static Optional<NumericNode> decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      return Optional.empty();
    }
    double number = Double.parseDouble(text);
    return Double.isFinite(number) ? Optional.of(DoubleNode.valueOf(number)) : Optional.empty();
  }

  /** Accepts a peculiarity of Go's parser: a sign inside of binary digits. */
  private static Optional<NumericNode> signedInside(String digits) {
    var matcher = SIGNED_INSIDE.matcher(digits);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var number = new BigInteger(matcher.group(1), 2);
    return number.bitLength() < Long.SIZE
        ? Optional.of(LongNode.valueOf(number.longValue()))
        : Optional.empty();
  }

  private static JsonNode binary(ScalarNode scalar) throws InvalidYamlException {
    try {
      var bytes = Base64.getDecoder().decode(scalar.getValue().replaceAll("[\\r\\n]", ""));
      return TextNode.valueOf(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw problem(scalar, "not YAML: !!binary without base64");
    }
  }

  private static InvalidYamlException problem(ScalarNode scalar, String problem) {
    var mark = scalar.getStartMark();
    return new InvalidYamlException(mark.getLine() + 1, mark.getColumn() + 1, problem);
  }
}
