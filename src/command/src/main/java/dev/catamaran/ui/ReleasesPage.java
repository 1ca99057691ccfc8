package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.terminal.Age;
import dev.catamaran.ui.Query.Show;
import java.time.Clock;
import java.util.List;

/**
 * A list of releases.
 *
 * @param kinds all, to choose one
 * @param all all releases
 * @param rows the first of those that the query selects
 * @param clock tells ages
 */
public record ReleasesPage(
    Frame frame,
    Query query,
    List<String> kinds,
    List<PrimaryRow> all,
    List<PrimaryRow> rows,
    Clock clock) {
  public static final List<String> COLUMNS =
      List.of("Namespace", "Name", "Kind", "Ready", "Status", "Revision", "Chart", "Age");

  static final int MOST = 500;

  static ReleasesPage of(
      Frame frame, Query query, List<String> kinds, List<PrimaryRow> rows, Clock clock) {
    var found = query.of(rows.stream()).limit(MOST).toList();
    return new ReleasesPage(frame, query, kinds, rows, found, clock);
  }

  /** Returns how many have a state, of the chosen kind and text. */
  public long count(Show show) {
    return query.showing(show).of(all.stream()).count();
  }

  /** Returns how many there are, in a sentence. */
  public String counted() {
    var found = count(query.show());
    return found > MOST
        ? "%d found; these are the first %d: filter for others".formatted(found, MOST)
        : found + " found";
  }

  public String age(PrimaryRow row) {
    return Age.since(row.created(), clock);
  }

  public static String link(PrimaryRow row) {
    return ReleaseLink.of(row).path();
  }

  public static String ready(PrimaryRow row) {
    return switch (row.ready()) {
      case "True" -> "ready";
      case "False" -> "not ready";
      default -> "unknown";
    };
  }

  public static String mood(PrimaryRow row) {
    if (Show.FAILED.has(row)) {
      return "bad";
    }
    return Show.READY.has(row) && !Show.DRIFT.has(row) ? "good" : "busy";
  }
}
