package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.ui.Frame.Place;
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
    assertEquals(List.of("a", "b", "c", "d"), names("show=nonsense", FEW));
    assertEquals(List.of("c"), names("text=DRIFTED", FEW));
    assertEquals(List.of("b"), names("text=shop/b", FEW));
    assertEquals(List.of(), names("kind=other.test.dev", FEW));
    assertEquals(4, page("kind=widget.test.dev", FEW).rows().size());
  }

  @Test
  void hasTheFirstOfVeryMany() {
    var page = page("text=primary", Rows.many(700));

    assertEquals(500, page.rows().size());
    assertEquals("primary-00000", page.rows().getFirst().name());
    assertEquals("700 found; these are the first 500: filter for others", page.counted());
    assertEquals("4 found", page("", FEW).counted());
  }

  @Test
  void countsTheStatesOfTheReleasesOfAKind() {
    var html = Pages.text(page("kind=widget.test.dev&show=ready", FEW));

    for (var count :
        List.of("4 all", "2 ready", "2 not ready", "1 drift", "1 failed", "1 paused")) {
      assertTrue(html.contains("aria-label=\"%s\"".formatted(count)), html);
    }
    assertTrue(html.contains("href=\"/releases?kind=widget.test.dev&amp;show=drift\""), html);
  }

  private static List<String> names(String query, List<PrimaryRow> rows) {
    return page(query, rows).rows().stream().map(PrimaryRow::name).toList();
  }

  private static ReleasesPage page(String query, List<PrimaryRow> rows) {
    return ReleasesPage.of(
        frame(),
        Query.of(Request.of("GET", "/releases", query, "", "")),
        List.of("widget.test.dev"),
        rows,
        Rows.CLOCK);
  }

  private static Frame frame() {
    return Frame.of("Releases", Place.RELEASES, List.of(), Rows.CLOCK.instant());
  }
}
