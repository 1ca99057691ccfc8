package dev.catamaran.release;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Makes Helm's errors readable: on one line where possible, and without values. Pure. A text may be
 * of any length, so each expression takes time linear in it.
 */
public final class HelmWords {
  /** Go quotes the text that it failed at; it may come from a Secret. */
  private static final Pattern CITED =
      Pattern.compile("(cannot unmarshal !!\\w+|parsing) (?:`[^`]*`|\"[^\"]*\")");

  private static final Pattern CITED_TO_THE_END =
      Pattern.compile("(invalid map key:|range can't iterate over) [^\\n]*");

  /** The API server quotes a whole object, also a Secret, if a patch makes it unreadable. */
  private static final Pattern CITED_OBJECT =
      Pattern.compile("( \"\" is invalid: patch: Invalid value:) \"(?:[^\"\\\\]|\\\\.)*+\"");

  /** What Helm says of a text, a number or a list in the place of an object. */
  private static final Pattern NO_OBJECT =
      Pattern.compile(
          "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal (\\w+) into Go value"
              + " of type util\\.SimpleHead");

  private static final String LEFT_OUT = "$1 (left out)";

  /** Go's format for a list of the errors of one call. Tries each number once, from its start. */
  private static final Pattern LIST_BEGINS =
      Pattern.compile("(?<!\\d)\\d+ errors? occurred:\\s*\\* ");

  /** Tries each white space once, from its start. */
  private static final Pattern LIST_GOES_ON =
      Pattern.compile("(?:\\G|(?<!\\s))[^\\S\\n]*+\\n\\s*+\\* ");

  /** Helm wraps each step of an include that calls itself a thousand times: 100 KB. */
  private static final int LONGEST = 4000;

  private HelmWords() {}

  /** Returns the readable form of a text. */
  public static String readable(String text) {
    var readable = NO_OBJECT.matcher(text).replaceAll("a document is no object, but this: $1");
    for (var cited : List.of(CITED_OBJECT, CITED, CITED_TO_THE_END)) {
      readable = cited.matcher(readable).replaceAll(LEFT_OUT);
    }
    return shortened(inOneLine(readable).strip());
  }

  /** The start of the text names the place, the end names the problem. */
  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int half = LONGEST / 2;
    return "%s ... (%d characters left out) ... %s"
        .formatted(
            text.substring(0, half), text.length() - LONGEST, text.substring(text.length() - half));
  }

  private static String inOneLine(String text) {
    var list = LIST_BEGINS.matcher(text);
    return list.find() ? LIST_GOES_ON.matcher(list.replaceAll("")).replaceAll("; ") : text;
  }
}
