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
 * @param rows the first of those that the query selects
 * @param found how many the query selects
 * @param clock tells ages
 */
public record ReleasesPage(
    Frame frame, Query query, List<String> kinds, List<PrimaryRow> rows, int found, Clock clock) {
  public static final List<String> COLUMNS =
      List.of("Namespace", "Name", "Kind", "Ready", "Status", "Revision", "Chart", "Age");

  static final int MOST = 500;

  static ReleasesPage of(
      Frame frame, Query query, List<String> kinds, List<PrimaryRow> rows, Clock clock) {
    var found = query.of(rows.stream()).toList();
    return new ReleasesPage(
        frame, query, kinds, found.stream().limit(MOST).toList(), found.size(), clock);
  }

  /** Returns how many there are, in a sentence. */
  public String counted() {
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
