package dev.catamaran.inspect;

import dev.catamaran.status.Reasons;
import java.util.Set;

/** Colour of a text on a terminal. */
public enum Ink {
  PLAIN(""),
  GOOD("32"),
  BAD("31"),
  BUSY("33"),
  FAINT("2");

  private static final String ESCAPE = "\u001b[";

  /** Conditions that are bad news if they are true. */
  private static final Set<String> BAD_IF_TRUE =
      Set.of(
          Reasons.RELEASE_FAILED,
          Reasons.IRRECONCILABLE,
          Reasons.DRIFTED,
          Reasons.STALLED,
          Reasons.PAUSED,
          Reasons.SPEC_NOT_FOLLOWED,
          Reasons.POST_HOOK_FAILED,
          Reasons.ANNOTATIONS_IGNORED);

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  /** Whether and how texts get their colours. */
  public enum Paint {
    NONE,
    ANSI
  }

  /** Returns the text in this colour. */
  public String on(String text, Paint paint) {
    return paint == Paint.NONE || code.isEmpty() || text.isBlank()
        ? text
        : ESCAPE + code + "m" + text + ESCAPE + "0m";
  }

  static Ink ofStatus(String status) {
    return switch (status) {
      case "True" -> GOOD;
      case "False" -> BAD;
      default -> BUSY;
    };
  }

  static Ink of(Condition condition) {
    if (!BAD_IF_TRUE.contains(condition.type())) {
      return ofStatus(condition.status());
    }
    return condition.isTrue() ? BAD : PLAIN;
  }
}
