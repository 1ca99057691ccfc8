package dev.catamaran.revisions;

import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.terminal.Age;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Table.Cell;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * The revisions of a release.
 *
 * @param revisions oldest first
 */
public record ReleaseHistory(String namespace, String release, List<Row> revisions) {
  private static final List<String> HEAD =
      List.of("Revision", "Updated", "Status", "Chart", "App version", "Description");

  /** Go's time.ANSIC, which {@code helm history} prints. */
  private static final DateTimeFormatter ANSI_C =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /**
   * A revision.
   *
   * @param updated RFC 3339
   */
  public record Row(
      int revision,
      String updated,
      String status,
      String chart,
      String appVersion,
      String description) {
    static Row of(Revision revision) {
      return new Row(
          revision.number(),
          revision.writtenAt().toString(),
          revision.status().helmName(),
          revision.chart().name() + "-" + revision.chart().version(),
          revision.chart().appVersion(),
          revision.secrets().hide(revision.description()));
    }

    private List<Cell> cells() {
      return List.of(
          Cell.of(String.valueOf(revision)),
          Cell.of(Age.instant(updated).map(ANSI_C::format).orElse("")),
          new Cell(status, ink()),
          Cell.of(chart),
          Cell.of(appVersion),
          Cell.of(description));
    }

    private Ink ink() {
      return switch (RevisionStatus.of(status)) {
        case DEPLOYED -> Ink.GOOD;
        case FAILED -> Ink.BAD;
        case SUPERSEDED, UNINSTALLED, UNKNOWN -> Ink.PLAIN;
        case UNINSTALLING, PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK -> Ink.BUSY;
      };
    }
  }

  public static ReleaseHistory of(Scope scope, Target target) {
    var found = scope.release(target);
    if (found.history().revisions().isEmpty()) {
      throw found.missing();
    }
    return new ReleaseHistory(found.key().namespace(), found.key().name(), rows(found));
  }

  public static List<Row> rows(PrimaryRelease release) {
    return release.history().revisions().stream().map(Row::of).toList();
  }

  public static Table table(List<Row> revisions) {
    return new Table(HEAD, revisions.stream().map(Row::cells).toList());
  }
}
