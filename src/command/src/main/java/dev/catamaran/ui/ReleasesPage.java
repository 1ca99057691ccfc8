package dev.catamaran.ui;

import dev.catamaran.inspect.Age;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.ui.Query.Show;
import dev.catamaran.ui.Query.Sort;
import java.time.Clock;
import java.util.List;

/**
 * A list of releases.
 *
 * @param query with the number of this page
 * @param kinds all, to choose one
 * @param rows those on this page
 * @param found how many the query selects
 * @param clock tells ages
 */
public record ReleasesPage(
    Frame frame, Query query, List<String> kinds, List<PrimaryRow> rows, int found, Clock clock) {
  static final int SIZE = 100;

  static ReleasesPage of(
      Frame frame, Query query, List<String> kinds, List<PrimaryRow> rows, Clock clock) {
    var found = query.of(rows.stream()).toList();
    int page = Math.min(query.page(), pages(found.size()));
    int from = (page - 1) * SIZE;
    var shown = found.subList(from, Math.min(found.size(), from + SIZE));
    return new ReleasesPage(frame, query.at(page), kinds, shown, found.size(), clock);
  }

  private static int pages(int found) {
    return Math.max(1, (found + SIZE - 1) / SIZE);
  }

  /** Returns the number of pages, at least 1. */
  public int pages() {
    return pages(found);
  }

  /** Returns the path of the page before; empty for none. */
  public String previous() {
    return query.page() > 1 ? query.at(query.page() - 1).link() : "";
  }

  /** Returns the path of the page after; empty for none. */
  public String next() {
    return query.page() < pages() ? query.at(query.page() + 1).link() : "";
  }

  /** Returns the order of a column, as in the attribute aria-sort. */
  public String order(Sort column) {
    return column != query.sort() ? "none" : query.isDescending() ? "descending" : "ascending";
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
