package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.ui.Query.Show;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds, with the numbers of their releases. */
public record KindsPage(Frame frame, List<Line> kinds) {
  /**
   * A kind.
   *
   * @param link leads to its releases
   */
  public record Line(String kind, String link, List<Count> counts) {}

  /** How many releases are so, and where they are. */
  public record Count(String what, long number, String link) {}

  static KindsPage of(Frame frame, List<PrimaryKind> kinds, List<PrimaryRow> rows) {
    var byKind = rows.stream().collect(Collectors.groupingBy(PrimaryRow::qualifiedKind));
    return new KindsPage(
        frame,
        kinds.stream()
            .map(PrimaryKind::qualified)
            .map(kind -> line(kind, byKind.getOrDefault(kind, List.of())))
            .toList());
  }

  private static Line line(String kind, List<PrimaryRow> rows) {
    var query = Query.all().ofKind(kind);
    Function<Show, Count> count =
        show ->
            new Count(
                show.text(), rows.stream().filter(show::has).count(), query.showing(show).link());
    return new Line(kind, query.link(), Stream.of(Show.values()).map(count).toList());
  }
}
