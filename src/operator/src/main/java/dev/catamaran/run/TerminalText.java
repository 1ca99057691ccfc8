package dev.catamaran.run;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Texts without characters that control a terminal: those of Unicode's category Cc (escape
 * sequences begin with U+001B, and also with U+009B), and those that begin a line or change the
 * direction of the text. Pure.
 */
public final class TerminalText {
  private static final Pattern CONTROL =
      Pattern.compile(
          "[\\p{gc=Cc}\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+");

  private TerminalText() {}

  public static String oneLine(String text) {
    return blanked(text).strip();
  }

  /** Returns a text with its lines and their indentation. */
  public static String lines(String text) {
    return text.lines().map(TerminalText::blanked).collect(Collectors.joining("\n"));
  }

  private static String blanked(String text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }
}
