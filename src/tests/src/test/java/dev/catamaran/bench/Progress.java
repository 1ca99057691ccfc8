package dev.catamaran.bench;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Tells people on the terminal what the benchmark does. */
final class Progress {
  private Progress() {}

  static void line(String text) {
    System.out.printf(
        "%s %s%n", LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS), text);
  }
}
