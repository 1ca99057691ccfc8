package dev.catamaran.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of results. It prints each row at once. */
final class Figures {
  private final List<String> rows = new ArrayList<>();

  void row(String what, String value) {
    var row = "| %s | %s |".formatted(what, value);
    rows.add(row);
    System.out.println(row);
  }

  void seconds(String what, long nanos) {
    row(what, String.format(Locale.ROOT, "%.1f s", nanos / 1e9));
  }

  /** All rows, as Markdown. */
  String table() {
    return "\n| what | figure |\n|---|---|\n" + String.join("\n", rows) + "\n";
  }
}
