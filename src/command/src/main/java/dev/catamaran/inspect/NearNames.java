package dev.catamaran.inspect;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Kinds with a name like a mistyped one. Pure. */
final class NearNames {
  private NearNames() {}

  /** Returns the qualified names of the near kinds, the nearest first. */
  static List<String> of(String wanted, List<PrimaryKind> kinds) {
    var name = wanted.toLowerCase(Locale.ROOT);
    record Near(String name, int distance) {}
    return kinds.stream()
        .map(kind -> new Near(kind.qualified(), distance(name, kind)))
        .filter(near -> near.distance() <= Math.max(1, name.length() / 3))
        .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
        .map(Near::name)
        .distinct()
        .toList();
  }

  private static int distance(String name, PrimaryKind kind) {
    return kind.names().stream()
        .mapToInt(
            known ->
                known.startsWith(name) && name.length() > 2
                    ? 0
                    : Math.min(
                        edits(name, known),
                        name.contains(".")
                            ? edits(name, known + "." + kind.group())
                            : edits(name, known)))
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  /** Returns the number of letters to insert, delete or replace (Levenshtein). */
  static int edits(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
