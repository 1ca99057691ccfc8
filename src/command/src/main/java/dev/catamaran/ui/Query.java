package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which releases a person wants to see, and in which order. Pure.
 *
 * @param kind kind with group; empty for all
 * @param text part of namespace, name, status, chart or message; empty for all
 * @param page from 1
 */
public record Query(
    String kind, String text, Show show, Sort sort, boolean isDescending, int page) {
  /** Which releases a list shows. */
  public enum Show {
    ALL,
    READY,
    NOT_READY,
    DRIFT,
    FAILED,
    PAUSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the word in a URL. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean has(PrimaryRow row) {
      return switch (this) {
        case ALL -> true;
        case READY -> row.ready().equals("True");
        case NOT_READY -> !row.ready().equals("True");
        case DRIFT -> Set.of("Drifted", "Contested").contains(row.state());
        case FAILED -> Set.of("Failed", "Stalled").contains(row.state());
        case PAUSED -> row.state().equals("Paused");
      };
    }

    /** Returns the one with that word, else all. */
    static Show of(String word) {
      return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst().orElse(ALL);
    }
  }

  /** The columns of a list of releases, those of {@code catamaran status}. */
  public enum Sort {
    NAMESPACE,
    NAME,
    KIND,
    READY,
    STATUS,
    REVISION,
    CHART,
    AGE;

    public String text() {
      return name().charAt(0) + word().substring(1);
    }

    /** Returns the word in a URL. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the order; rows that are equal in the column are by namespace, kind and name. */
    Comparator<PrimaryRow> order(boolean isDescending) {
      var order = isDescending ? ascending().reversed() : ascending();
      return order
          .thenComparing(PrimaryRow::namespace)
          .thenComparing(PrimaryRow::qualifiedKind)
          .thenComparing(PrimaryRow::name);
    }

    private Comparator<PrimaryRow> ascending() {
      return switch (this) {
        case NAMESPACE -> Comparator.comparing(PrimaryRow::namespace);
        case NAME -> Comparator.comparing(PrimaryRow::name);
        case KIND -> Comparator.comparing(PrimaryRow::qualifiedKind);
        case READY -> Comparator.comparing(PrimaryRow::ready);
        case STATUS -> Comparator.comparing(PrimaryRow::state).thenComparing(PrimaryRow::reason);
        case REVISION -> Comparator.comparingInt(PrimaryRow::revision);
        case CHART -> Comparator.comparing(PrimaryRow::chart);
        case AGE -> Comparator.comparing(PrimaryRow::created).reversed();
      };
    }

    static Sort of(String word) {
      return Stream.of(values())
          .filter(each -> each.word().equals(word))
          .findFirst()
          .orElse(NAMESPACE);
    }
  }

  private static final String PATH = "/releases";
  private static final String DOWN = "down";

  static Query all() {
    return new Query("", "", Show.ALL, Sort.NAMESPACE, false, 1);
  }

  static Query of(Request request) {
    return new Query(
        request.parameter("kind"),
        request.parameter("text").strip(),
        Show.of(request.parameter("show")),
        Sort.of(request.parameter("sort")),
        request.parameter("order").equals(DOWN),
        page(request.parameter("page")));
  }

  private static int page(String text) {
    return text.matches("[1-9][0-9]{0,6}") ? Integer.parseInt(text) : 1;
  }

  Query ofKind(String other) {
    return new Query(other, text, show, sort, isDescending, 1);
  }

  Query with(String otherText) {
    return new Query(kind, otherText, show, sort, isDescending, 1);
  }

  Query showing(Show other) {
    return new Query(kind, text, other, sort, isDescending, 1);
  }

  Query at(int other) {
    return new Query(kind, text, show, sort, isDescending, other);
  }

  /** Returns the query for a click on the head of a column: a second one turns the order. */
  Query by(Sort column) {
    return new Query(kind, text, show, column, column == sort && !isDescending, 1);
  }

  /** Returns the path of the page, with what differs from a list of all. */
  public String link() {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("kind", kind);
    parameters.put("text", text);
    parameters.put("show", show == Show.ALL ? "" : show.word());
    parameters.put("sort", sort == Sort.NAMESPACE ? "" : sort.word());
    parameters.put("order", isDescending ? DOWN : "");
    parameters.put("page", page == 1 ? "" : String.valueOf(page));
    return PATH + Request.query(parameters);
  }

  /** Returns what this query selects, in its order. */
  Stream<PrimaryRow> of(Stream<PrimaryRow> rows) {
    var wanted = text.toLowerCase(Locale.ROOT);
    return rows.filter(row -> kind.isEmpty() || row.qualifiedKind().equals(kind))
        .filter(show::has)
        .filter(row -> wanted.isEmpty() || isIn(row, wanted))
        .sorted(sort.order(isDescending));
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
