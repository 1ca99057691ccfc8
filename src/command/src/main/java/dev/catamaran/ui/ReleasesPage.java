package dev.catamaran.ui;

import dev.catamaran.inspect.Age;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.TerminalText;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A list of releases.
 *
 * @param found how many the query selects
 * @param pages at least 1
 * @param previous path of the page before; empty for none
 * @param next path of the page after; empty for none
 */
public record ReleasesPage(
    Frame frame,
    Query query,
    List<String> kinds,
    List<Column> columns,
    List<Line> lines,
    int found,
    int page,
    int pages,
    String previous,
    String next) {
  static final int SIZE = 100;

  /**
   * The head of a column.
   *
   * @param order as in the attribute aria-sort
   */
  public record Column(String text, String link, String order) {}

  /**
   * A release.
   *
   * @param link leads to its page
   * @param ready in words
   * @param mood the class of its style
   */
  public record Line(
      String namespace,
      String name,
      String kind,
      String link,
      String ready,
      String status,
      String mood,
      String message,
      String revision,
      String chart,
      String age) {}

  /** Returns the possible choices. */
  public List<Show> shows() {
    return List.of(Show.values());
  }

  static ReleasesPage of(
      Frame frame, Query query, List<String> kinds, List<PrimaryRow> rows, Clock clock) {
    var found = query.of(rows.stream()).toList();
    int pages = Math.max(1, (found.size() + SIZE - 1) / SIZE);
    int page = Math.min(query.page(), pages);
    int from = (page - 1) * SIZE;
    return new ReleasesPage(
        frame,
        query,
        kinds,
        Stream.of(Sort.values()).map(sort -> column(query, sort)).toList(),
        found.subList(from, Math.min(found.size(), from + SIZE)).stream()
            .map(row -> line(row, clock))
            .toList(),
        found.size(),
        page,
        pages,
        page > 1 ? query.at(page - 1).link() : "",
        page < pages ? query.at(page + 1).link() : "");
  }

  private static Column column(Query query, Sort sort) {
    var order = query.isDescending() ? "descending" : "ascending";
    return new Column(sort.text(), query.by(sort).link(), sort == query.sort() ? order : "none");
  }

  static Line line(PrimaryRow row, Clock clock) {
    return new Line(
        row.namespace(),
        row.name(),
        row.qualifiedKind(),
        ReleaseLink.of(row).path(),
        ready(row.ready()),
        TerminalText.oneLine(row.standing()),
        mood(row),
        Optional.of(row.message()).map(TerminalText::oneLine).orElse(""),
        row.revision() == 0 ? "" : String.valueOf(row.revision()),
        row.chart(),
        Age.since(row.created(), clock));
  }

  private static String ready(String status) {
    return switch (status) {
      case "True" -> "ready";
      case "False" -> "not ready";
      default -> "unknown";
    };
  }

  private static String mood(PrimaryRow row) {
    if (Show.FAILED.has(row)) {
      return "bad";
    }
    return Show.READY.has(row) && !Show.DRIFT.has(row) ? "good" : "busy";
  }
}
