package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.terminal.Table.Cell;
import dev.catamaran.ui.Page.Filter;
import dev.catamaran.ui.Page.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleasesPageTest {
  private static final List<PrimaryRow> FEW =
      List.of(
          Rows.row("b", "Deployed"),
          Rows.row("c", "Drifted"),
          Rows.row("a", "Failed"),
          Rows.row("d", "Paused"));

  @Test
  void showsWhatAPersonAsksFor() {
    assertEquals(List.of("c"), names("show=drift", FEW));
    assertEquals(List.of("a", "d"), names("show=not-ready", FEW));
    assertEquals(List.of("d"), names("show=paused", FEW));
    assertEquals(List.of("a"), names("show=failed", FEW));
    assertEquals(List.of("b", "c", "a", "d"), names("show=nonsense", FEW));
    assertEquals(List.of("c"), names("text=DRIFTED", FEW));
    assertEquals(List.of("b"), names("text=shop/b", FEW));
    assertEquals(List.of(), names("kind=other.test.dev", FEW));
    assertEquals(4, names("kind=widget.test.dev", FEW).size());
  }

  @Test
  void hasTheFirstOfVeryMany() {
    var many = Rows.many(700);

    assertEquals(500, names("text=primary", many).size());
    assertEquals("primary-00000", names("text=primary", many).getFirst());
    assertEquals(
        Part.sentence("700 found; these are the first 500: filter for others"),
        list("text=primary", many).getFirst());
    assertEquals(Part.sentence("4 found"), list("", FEW).getFirst());
  }

  @Test
  void countsTheStatesOfTheReleasesOfAKind() {
    var query = query("kind=widget.test.dev&show=ready");
    var html =
        Pages.html(new Page("Releases", "", "", Pages.states(query, FEW), Filter.NONE, List.of()));

    for (var count :
        List.of("4 all", "2 ready", "2 not ready", "1 drift", "1 failed", "1 paused")) {
      assertTrue(html.contains("aria-label=\"%s\"".formatted(count)), html);
    }
    assertTrue(html.contains("href=\"/releases?kind=widget.test.dev&amp;show=drift\""), html);
  }

  private static List<String> names(String query, List<PrimaryRow> rows) {
    return list(query, rows).stream()
        .filter(Part.Rows.class::isInstance)
        .flatMap(part -> ((Part.Rows) part).table().rows().stream())
        .map(row -> row.get(1))
        .map(Cell::text)
        .map(name -> name.replaceFirst(".*/", ""))
        .toList();
  }

  private static List<Part> list(String query, List<PrimaryRow> rows) {
    return Pages.list(query(query), rows, Rows.CLOCK);
  }

  private static Query query(String text) {
    return Query.of(Request.of("GET", "/releases", text, "", ""));
  }
}
