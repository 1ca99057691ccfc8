package dev.catamaran.terminal;

import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/** A table in kubectl's form: columns in capitals, three blanks between them. Pure. */
public final class Table {
  private static final String GAP = "   ";

  private final List<Cell> head;
  private final int[] widths;

  /** A text in a table; an empty text stays empty. */
  public record Cell(String text, Ink ink) {
    /** Removes line breaks and other control characters. */
    public Cell {
      text = TerminalText.oneLine(text);
    }

    public static Cell of(String text) {
      return new Cell(text, Ink.PLAIN);
    }

    public static Cell status(String status) {
      return new Cell(status, Ink.ofStatus(status));
    }
  }

  private Table(List<Cell> head, int[] widths) {
    this.head = head;
    this.widths = widths;
  }

  /** Makes a table for these rows; the columns are as wide as the widest cell. */
  public static Table of(List<String> head, List<List<Cell>> rows) {
    var cells = head.stream().map(Cell::of).toList();
    var widths =
        IntStream.range(0, head.size())
            .map(column -> widest(column, Stream.concat(Stream.of(cells), rows.stream()).toList()))
            .toArray();
    return new Table(cells, widths);
  }

  public static Table headless(List<List<Cell>> rows) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    return of(IntStream.range(0, columns).mapToObj(column -> "").toList(), rows);
  }

  private static int widest(int column, List<List<Cell>> rows) {
    return rows.stream()
        .filter(row -> column < row.size())
        .mapToInt(row -> width(row.get(column).text()))
        .max()
        .orElse(0);
  }

  public String head(Paint paint) {
    return line(head, paint);
  }

  /**
   * Returns a row; it may be wider than the table. No line ends with blanks, and columns without a
   * text take no place.
   */
  public String line(List<Cell> row, Paint paint) {
    var line = new StringBuilder();
    int last = lastFilled(row);
    for (int column = 0; column <= last; column++) {
      var cell = row.get(column);
      if (widths[column] == 0 && cell.text().isEmpty()) {
        continue;
      }
      line.append(cell.ink().on(cell.text(), paint));
      if (column < last) {
        line.append(" ".repeat(Math.max(0, widths[column] - width(cell.text())))).append(GAP);
      }
    }
    return line.toString();
  }

  private static int lastFilled(List<Cell> row) {
    int last = row.size() - 1;
    while (last > 0 && row.get(last).text().isEmpty()) {
      last--;
    }
    return last;
  }

  public static List<String> lines(List<String> head, List<List<Cell>> rows, Paint paint) {
    var table = of(head, rows);
    var lines = new ArrayList<String>();
    lines.add(table.head(paint));
    rows.forEach(row -> lines.add(table.line(row, paint)));
    return List.copyOf(lines);
  }

  /** Returns the columns of a text on a terminal: an East Asian character has two. */
  private static int width(String text) {
    return Ansi.OFF.text(text).getCJKAdjustedLength();
  }
}
