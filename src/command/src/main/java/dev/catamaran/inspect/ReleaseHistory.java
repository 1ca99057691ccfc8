package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Ink.Paint;
import java.util.List;

/**
 * The revisions of a release.
 *
 * @param revisions oldest first
 */
public record ReleaseHistory(String namespace, String release, List<HistoryRow> revisions) {
  /**
   * Reads the history of a primary's release.
   *
   * @throws ManagerException if the primary has no release
   */
  public static ReleaseHistory of(Scope scope, Target target) {
    var primary = scope.primary(target);
    var found = new Releases(scope.client()).of(primary);
    if (found.history().revisions().isEmpty()) {
      throw NoRelease.of(primary, found.key());
    }
    return new ReleaseHistory(
        found.key().namespace(),
        found.key().name(),
        found.history().revisions().stream().map(HistoryRow::of).toList());
  }

  /** Returns the table. */
  public List<String> lines(Paint paint) {
    return Table.lines(
        HistoryRow.head(), revisions.stream().map(HistoryRow::cells).toList(), paint);
  }
}
