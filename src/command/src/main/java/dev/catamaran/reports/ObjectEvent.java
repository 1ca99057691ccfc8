package dev.catamaran.reports;

import dev.catamaran.run.TerminalText;

/**
 * An Event of an object.
 *
 * @param type Normal or Warning
 * @param lastSeen RFC 3339; may be empty
 * @param count how often it occurred
 */
public record ObjectEvent(String type, String reason, String message, String lastSeen, int count) {
  /** Returns the message, and how often it occurred. */
  public String text() {
    return TerminalText.oneLine(message + (count > 1 ? " (%d times)".formatted(count) : ""));
  }
}
