package dev.catamaran.terminal;

import java.util.Locale;

/** Colour of a text on a terminal. */
public enum Ink {
  PLAIN(""),
  GOOD("32"),
  BAD("31"),
  BUSY("33"),
  FAINT("2");

  private static final String ESCAPE = "\u001b[";

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  /** Whether and how texts get their colours. */
  public enum Paint {
    NONE,
    ANSI
  }

  public String on(String text, Paint paint) {
    return paint == Paint.NONE || code.isEmpty() || text.isBlank()
        ? text
        : ESCAPE + code + "m" + text + ESCAPE + "0m";
  }

  /** Returns the class of a text in this colour on a page. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Ink ofStatus(String status) {
    return switch (status) {
      case "True" -> GOOD;
      case "False" -> BAD;
      default -> BUSY;
    };
  }
}
