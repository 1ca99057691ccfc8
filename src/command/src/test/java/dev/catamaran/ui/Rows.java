package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of a list, for tests. */
final class Rows {
  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T01:00:00Z"), ZoneOffset.UTC);

  private Rows() {}

  static PrimaryRow row(String namespace, String name, String state, String message) {
    boolean isReady = state.equals("Deployed") || state.equals("Drifted");
    return new PrimaryRow(
        namespace,
        name,
        "test.dev/v1",
        "Widget",
        "widget.test.dev/" + name,
        isReady ? "True" : "False",
        state,
        "Reason",
        message,
        name,
        2,
        "web-0.1.0",
        "1",
        "2026-01-01T00:00:00Z");
  }

  static PrimaryRow row(String name, String state) {
    return row("shop", name, state, "");
  }

  /** Returns many rows, in no order. */
  static List<PrimaryRow> many(int number) {
    var states = List.of("Deployed", "Drifted", "Failed", "Paused", "Progressing");
    return IntStream.range(0, number)
        .mapToObj(i -> (i * 7919) % number)
        .map(
            i ->
                row(
                    "team-" + i % 50,
                    "primary-%05d".formatted(i),
                    states.get(i % states.size()),
                    "message of " + i))
        .toList();
  }
}
