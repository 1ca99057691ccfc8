package dev.catamaran.terminal;

import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.Ansi;

/**
 * A table. On a terminal it has kubectl's form: columns in capitals, three blanks between them.
 * Pure.
 *
 * @param head names of the columns; none for rows alone
 */
public record Table(List<String> head, List<List<Cell>> rows) {
  private static final String GAP = "   ";

  /**
   * A text in a table; an empty text stays empty.
   *
   * @param link where it leads on a page; empty for none
   */
  public record Cell(String text, Ink ink, String link) {
    /** Removes line breaks and other control characters. */
    public Cell {
      text = TerminalText.oneLine(text);
    }

    public Cell(String text, Ink ink) {
      this(text, ink, "");
    }

    public static Cell of(String text) {
      return new Cell(text, Ink.PLAIN);
    }

    public static Cell status(String status) {
      return new Cell(status, Ink.ofStatus(status));
    }

    public Cell to(String path) {
      return new Cell(text, ink, path);
    }
  }

  public Table with(String name, IntFunction<Cell> cells) {
    var names = new ArrayList<>(head);
    names.add(name);
    return new Table(names, changed((row, number) -> row.add(cells.apply(number))));
  }

  public Table linked(int column, IntFunction<String> paths) {
    return new Table(
        head, changed((row, number) -> row.set(column, row.get(column).to(paths.apply(number)))));
  }

  private List<List<Cell>> changed(BiConsumer<List<Cell>, Integer> change) {
    return IntStream.range(0, rows.size())
        .mapToObj(
            number -> {
              List<Cell> row = new ArrayList<>(rows.get(number));
              change.accept(row, number);
              return row;
            })
        .toList();
  }

  /**
   * Returns the head, if there is one, and the rows. The columns are as wide as the widest cell. No
   * line ends with blanks, and columns without a text take no place.
   */
  public List<String> lines(Paint paint) {
    var all = new ArrayList<>(rows);
    if (!head.isEmpty()) {
      all.addFirst(head.stream().map(name -> Cell.of(name.toUpperCase(Locale.ROOT))).toList());
    }
    int columns = all.stream().mapToInt(List::size).max().orElse(0);
    var widths = IntStream.range(0, columns).map(column -> widest(column, all)).toArray();
    return all.stream().map(row -> line(row, widths, paint)).toList();
  }

  private static int widest(int column, List<List<Cell>> rows) {
    return rows.stream()
        .filter(row -> column < row.size())
        .mapToInt(row -> width(row.get(column).text()))
        .max()
        .orElse(0);
  }

  private static String line(List<Cell> row, int[] widths, Paint paint) {
    var line = new StringBuilder();
    int last = row.size() - 1;
    while (last > 0 && row.get(last).text().isEmpty()) {
      last--;
    }
    for (int column = 0; column <= last; column++) {
      var cell = row.get(column);
      if (widths[column] == 0) {
        continue;
      }
      line.append(cell.ink().on(cell.text(), paint));
      if (column < last) {
        line.append(" ".repeat(widths[column] - width(cell.text()))).append(GAP);
      }
    }
    return line.toString();
  }

  /** Returns the columns of a text on a terminal: an East Asian character has two. */
  private static int width(String text) {
    return Ansi.OFF.text(text).getCJKAdjustedLength();
  }
}
