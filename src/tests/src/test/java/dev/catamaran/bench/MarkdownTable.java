package dev.catamaran.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table for people, in columns of equal width, that is Markdown too. */
final class MarkdownTable {
  private final List<List<String>> rows = new ArrayList<>();

  MarkdownTable(List<String> titles) {
    rows.add(titles);
  }

  void row(List<String> cells) {
    rows.add(cells);
  }

  /** A number; a dash if there is none. */
  static String number(OptionalDouble figure, int decimals) {
    return figure.isPresent()
        ? String.format(Locale.ROOT, "%,." + decimals + "f", figure.getAsDouble())
        : "–";
  }

  @Override
  public String toString() {
    var widths =
        IntStream.range(0, rows.getFirst().size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    var text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append(line(rows.get(i), widths)).append('\n');
      if (i == 0) {
        text.append(
            IntStream.of(widths)
                .mapToObj(width -> "-".repeat(width + 2))
                .collect(Collectors.joining("|", "|", "|\n")));
      }
    }
    return text.toString();
  }

  private static String line(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> cells.get(i) + " ".repeat(widths[i] - cells.get(i).length()))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
