package dev.catamaran.inspect;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

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

  private static int edits(String one, String other) {
    return LevenshteinDistance.getDefaultInstance().apply(one, other);
  }
}
