package dev.catamaran.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Table.Cell;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TableTest {

  static Stream<Arguments> tables() {
    return Stream.of(
        arguments(List.of(), List.of("NAME   AGE")),
        arguments(
            List.of(row("a", "1s"), row("longer", "10m"), row("b", "")),
            List.of("NAME     AGE", "a        1s", "longer   10m", "b")),
        arguments(
            List.of(row("日本", "1s"), row("e", "2s")),
            List.of("NAME   AGE", "日本   1s", "e      2s")),
        // U+009B begins an escape sequence, U+0085 a line, and U+202E reverses the text.
        arguments(
            List.of(row("one\r\n\ttwo\u001b[31mred", "1s")),
            List.of("NAME              AGE", "one two [31mred   1s")),
        arguments(
            List.of(row("a\u009b31mb\u0085c", "1s"), row("d\u202ee\u2028f\u2069", "2s")),
            List.of("NAME       AGE", "a 31mb c   1s", "d e f      2s")));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void areAlignedAndNeverControlTheTerminal(List<List<Cell>> rows, List<String> lines) {
    assertEquals(lines, new Table(List.of("Name", "Age"), rows).lines(Paint.NONE));
  }

  @Test
  void doesNotCountColoursAsColumns() {
    var rows = List.of(List.of(new Cell("True", Ink.GOOD), Cell.of("x")));
    assertEquals(
        List.of("READY   NAME", "\u001b[32mTrue\u001b[0m    x"),
        new Table(List.of("Ready", "Name"), rows).lines(Paint.ANSI));
  }

  private static List<Cell> row(String... texts) {
    return List.of(texts).stream().map(Cell::of).toList();
  }
}
