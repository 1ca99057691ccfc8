package dev.catamaran.inspect;

import dev.catamaran.inspect.Ink.Paint;
import java.time.Clock;
import java.util.List;

/**
 * A list of primaries, as data.
 *
 * @param items in the order of kinds, then of namespace and name
 */
public record PrimaryList(List<PrimaryRow> items) {
  /** Copies the list. */
  public PrimaryList {
    items = List.copyOf(items);
  }

  /** Returns the table, or a sentence for no primary. */
  public List<String> lines(Output output, Clock clock, Paint paint) {
    return items.isEmpty()
        ? List.of("No primary found; --all-namespaces lists those of all namespaces")
        : Table.lines(
            PrimaryRow.head(output),
            items.stream().map(row -> row.cells(output, clock)).toList(),
            paint);
  }
}
