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
  /**
   * Returns the table. For people, a sentence is in place of an empty one.
   *
   * @param hasHead whether it begins with the names of its columns
   */
  public List<String> lines(Output output, Clock clock, Paint paint, boolean hasHead) {
    if (items.isEmpty()) {
      return hasHead && output != Output.NAME
          ? List.of("No primary found; --all-namespaces lists the primaries of all namespaces")
          : List.of();
    }
    var lines =
        Table.lines(
            PrimaryRow.head(output),
            items.stream().map(row -> row.cells(output, clock)).toList(),
            paint);
    return hasHead && output != Output.NAME ? lines : lines.subList(1, lines.size());
  }
}
