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
  private static final String DOWN = "down";

  /** A list of all releases. */
  public static final Query ALL = new Query("", "", Show.ALL, Sort.NAMESPACE, false, 1);

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

    /** Returns the word in a URL. */
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

  /** The columns of a list of releases, those of {@code catamaran status}. */
  public enum Sort {
    NAMESPACE(Comparator.comparing(PrimaryRow::namespace)),
    NAME(Comparator.comparing(PrimaryRow::name)),
    KIND(Comparator.comparing(PrimaryRow::qualifiedKind)),
    READY(Comparator.comparing(PrimaryRow::ready)),
    STATUS(Comparator.comparing(PrimaryRow::state).thenComparing(PrimaryRow::reason)),
    REVISION(Comparator.comparingInt(PrimaryRow::revision)),
    CHART(Comparator.comparing(PrimaryRow::chart)),
    AGE(Comparator.comparing(PrimaryRow::created).reversed());

    @SuppressWarnings("ImmutableEnumChecker") // A comparator of these has no state.
    private final Comparator<PrimaryRow> ascending;

    Sort(Comparator<PrimaryRow> ascending) {
      this.ascending = ascending;
    }

    public String text() {
      return name().charAt(0) + word().substring(1);
    }

    /** Returns the word in a URL. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the order; rows that are equal in the column are by namespace, kind and name. */
    private Comparator<PrimaryRow> order(boolean isDescending) {
      return (isDescending ? ascending.reversed() : ascending)
          .thenComparing(PrimaryRow::namespace)
          .thenComparing(PrimaryRow::qualifiedKind)
          .thenComparing(PrimaryRow::name);
    }
  }

  static Query of(Request request) {
    var page = request.parameter("page");
    return new Query(
        request.parameter("kind"),
        request.parameter("text").strip(),
        Stream.of(Show.values())
            .filter(each -> each.word().equals(request.parameter("show")))
            .findFirst()
            .orElse(Show.ALL),
        Stream.of(Sort.values())
            .filter(each -> each.word().equals(request.parameter("sort")))
            .findFirst()
            .orElse(Sort.NAMESPACE),
        request.parameter("order").equals(DOWN),
        page.matches("[1-9][0-9]{0,6}") ? Integer.parseInt(page) : 1);
  }

  public Query ofKind(String other) {
    return new Query(other, text, show, sort, isDescending, 1);
  }

  Query with(String otherText) {
    return new Query(kind, otherText, show, sort, isDescending, 1);
  }

  public Query showing(Show other) {
    return new Query(kind, text, other, sort, isDescending, 1);
  }

  Query at(int other) {
    return new Query(kind, text, show, sort, isDescending, other);
  }

  /** Returns the query for a click on the head of a column: a second one turns the order. */
  public Query by(Sort column) {
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
    return "/releases" + Request.query(parameters);
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
