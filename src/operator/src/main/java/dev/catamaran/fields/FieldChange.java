package dev.catamaran.fields;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.UnaryOperator;

/**
 * A changed field.
 *
 * @param path such as {@code spec.template.spec.containers[web].image}
 * @param before null if the field does not exist
 * @param after null if the field is removed
 * @param drift whether the deployed manifest already has this value
 */
public record FieldChange(String path, JsonNode before, JsonNode after, boolean drift) {
  /** Limit of a value in a line, in characters. */
  private static final int LONGEST = 100;

  /** Of a longer value, the line has that many characters around the first difference. */
  private static final int BEFORE_DIFFERENCE = 20;

  private static final int FROM_DIFFERENCE = 50;
  private static final String CUT = "…";
  private static final String NONE = "(none)";

  /** Returns the line for people. Of long values it shows the place of their first difference. */
  public String line() {
    return line(UnaryOperator.identity());
  }

  /**
   * Returns the line for people.
   *
   * @param wording changes the words of path and values
   */
  public String line(UnaryOperator<String> wording) {
    var one = wording.apply(text(before));
    var other = wording.apply(text(after));
    int at = firstDifference(one, other);
    return line(wording.apply(path), cut(one, at), cut(other, at));
  }

  /** Returns the line with whole values, for comparisons. */
  public String wholeLine(UnaryOperator<String> wording) {
    return line(wording.apply(path), wording.apply(text(before)), wording.apply(text(after)));
  }

  private String line(String place, String one, String other) {
    return place + ": " + one + " -> " + other + (drift ? " (drift)" : "");
  }

  private static String text(JsonNode value) {
    return value.isNull() ? NONE : value.toString();
  }

  private static int firstDifference(String one, String other) {
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }

  private static String cut(String text, int difference) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int begin = wholeSymbols(text, Math.max(0, difference - BEFORE_DIFFERENCE));
    int end = wholeSymbols(text, Math.min(text.length(), difference + FROM_DIFFERENCE));
    return (begin > 0 ? CUT : "") + text.substring(begin, end) + (end < text.length() ? CUT : "");
  }

  /** Returns the index, or the one before it if it is within a symbol of two characters. */
  private static int wholeSymbols(String text, int index) {
    boolean isWithin = index < text.length() && Character.isLowSurrogate(text.charAt(index));
    return isWithin ? index - 1 : index;
  }
}
