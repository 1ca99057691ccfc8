package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.inspect.Ink.Paint;
import dev.catamaran.inspect.Table.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void alignsColumns() {
    assertEquals(
        List.of("NAME     AGE", "a        1s", "longer   10m"),
        lines(List.of("NAME", "AGE"), List.of(row("a", "1s"), row("longer", "10m"))));
  }

  @Test
  void hasOnlyAHeadWithoutRows() {
    assertEquals(List.of("NAME   AGE"), lines(List.of("NAME", "AGE"), List.of()));
  }

  @Test
  void countsColumnsOfWideAndCombiningLetters() {
    assertEquals(
        List.of("NAME   AGE", "日本   1s", "e\u0301      2s", "🙂     3s"),
        lines(
            List.of("NAME", "AGE"),
            List.of(row("日本", "1s"), row("e\u0301", "2s"), row("🙂", "3s"))));
  }

  @Test
  void endsNoLineWithBlanks() {
    assertEquals(List.of("NAME   AGE", "a"), lines(List.of("NAME", "AGE"), List.of(row("a", ""))));
  }

  @Test
  void putsATextOnOneLineAndKeepsItFromControllingTheTerminal() {
    assertEquals(
        List.of("TEXT", "one two [31mred"),
        lines(List.of("TEXT"), List.of(row("one\r\n\ttwo\u001b[31mred"))));
  }

  /** U+009B begins an escape sequence, U+0085 a line, and U+202E reverses the text. */
  @Test
  void keepsOtherControlCharactersFromTheTerminal() {
    assertEquals(
        List.of("TEXT       AGE", "a 31mb c   1s", "d e f      2s"),
        lines(
            List.of("TEXT", "AGE"),
            List.of(row("a\u009b31mb\u0085c", "1s"), row("d\u202ee\u2028f\u2069", "2s"))));
  }

  @Test
  void countsColumnsOfPicturesAndJoiners() {
    assertEquals(
        List.of("NAME   AGE", "✅     1s", "🇩🇪     2s", "a\u200db     3s"),
        lines(
            List.of("NAME", "AGE"),
            List.of(row("✅", "1s"), row("🇩🇪", "2s"), row("a\u200db", "3s"))));
  }

  @Test
  void doesNotCountColoursAsColumns() {
    var rows = List.of(List.of(new Cell("True", Ink.GOOD), Cell.of("x")));
    assertEquals(
        List.of("READY   NAME", "\u001b[32mTrue\u001b[0m    x"),
        Table.lines(List.of("READY", "NAME"), rows, Paint.ANSI));
  }

  @Test
  void printsALaterAndWiderRowWithoutCuttingIt() {
    var table = Table.of(List.of("NAME", "AGE"), List.of(row("a", "1s")));
    assertEquals("much-longer   2s", table.line(row("much-longer", "2s"), Paint.NONE));
  }

  private static List<String> lines(List<String> head, List<List<Cell>> rows) {
    return Table.lines(head, rows, Paint.NONE);
  }

  private static List<Cell> row(String... texts) {
    return List.of(texts).stream().map(Cell::of).toList();
  }
}
