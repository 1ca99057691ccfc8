package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.inspect.PrimaryRow;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.stream.Collectors;
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
    var query =
        parameters.entrySet().stream()
            .filter(each -> !each.getValue().isEmpty())
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? PATH : PATH + "?" + query;
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
