package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Which releases a list shows. */
public enum Show {
  ALL,
  READY,
  NOT_READY,
  DRIFT,
  FAILED,
  PAUSED;

  /** Returns the words for people. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the word in a URL. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean has(PrimaryRow row) {
    return switch (this) {
      case ALL -> true;
      case READY -> row.ready().equals("True");
      case NOT_READY -> !row.ready().equals("True");
      case DRIFT -> Set.of("Drifted", "Contested").contains(row.state());
      case FAILED -> Set.of("Failed", "Stalled").contains(row.state());
      case PAUSED -> row.state().equals("Paused");
    };
  }

  /** Returns the one with that word, else all. */
  static Show of(String word) {
    return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst().orElse(ALL);
  }
}
