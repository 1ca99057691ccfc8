package dev.catamaran.inspect;

import dev.catamaran.inspect.Table.Cell;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * A revision in a history.
 *
 * @param updated RFC 3339
 * @param status Helm's word
 * @param chart name and version
 */
public record HistoryRow(
    int revision,
    String updated,
    String status,
    String chart,
    String appVersion,
    String description) {
  private static final List<String> HEAD =
      List.of("REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION", "DESCRIPTION");

  /** Go's time.ANSIC, which {@code helm history} prints. */
  private static final DateTimeFormatter ANSI_C =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  static HistoryRow of(Revision revision) {
    return new HistoryRow(
        revision.number(),
        revision.writtenAt().toString(),
        revision.status().helmName(),
        revision.chart().name() + "-" + revision.chart().version(),
        revision.chart().appVersion(),
        revision.secrets().hide(revision.description()));
  }

  static List<String> head() {
    return HEAD;
  }

  List<Cell> cells() {
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
