package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which releases a person wants to see. Pure.
 *
 * @param kind kind with group; empty for all
 * @param text part of namespace, name, status, chart or message; empty for all
 */
public record Query(String kind, String text, Show show) {
  public static final Query ALL = new Query("", "", Show.ALL);

  /** Which releases a list shows. */
  public enum Show {
    ALL,
    READY,
    NOT_READY,
    DRIFT,
    FAILED,
    PAUSED;

    public String text() {
      return word().replace('-', ' ');
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean has(PrimaryRow row) {
      return switch (this) {
        case ALL -> true;
        case READY -> row.ready().equals("True");
        case NOT_READY -> !row.ready().equals("True");
        case DRIFT -> Set.of("Drifted", "Contested").contains(row.state());
        case FAILED -> Set.of("Failed", "Stalled").contains(row.state());
        case PAUSED -> row.state().equals("Paused");
      };
    }
  }

  static Query of(Request request) {
    return new Query(
        request.parameter("kind"),
        request.parameter("text").strip(),
        Stream.of(Show.values())
            .filter(each -> each.word().equals(request.parameter("show")))
            .findFirst()
            .orElse(Show.ALL));
  }

  public Query ofKind(String other) {
    return new Query(other, text, show);
  }

  public Query showing(Show other) {
    return new Query(kind, text, other);
  }

  public String link() {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("kind", kind);
    parameters.put("text", text);
    parameters.put("show", show == Show.ALL ? "" : show.word());
    return "/releases" + Request.query(parameters);
  }

  Stream<PrimaryRow> of(Stream<PrimaryRow> rows) {
    var wanted = text.toLowerCase(Locale.ROOT);
    return rows.filter(row -> kind.isEmpty() || row.qualifiedKind().equals(kind))
        .filter(show::has)
        .filter(row -> wanted.isEmpty() || isIn(row, wanted));
  }

  private static boolean isIn(PrimaryRow row, String wanted) {
    return Stream.of(
            row.namespace() + "/" + row.name(),
            row.standing(),
            row.chart(),
            row.release(),
            row.message())
        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(wanted));
  }
}
