package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatesTest {
  private static final Pattern TAG = Pattern.compile("<(/?[a-z0-9]+)((?:\"[^\"]*\"|[^>\"])*)>");
  private static final Pattern ATTRIBUTE = Pattern.compile("([-\\w:]+)(?:=\"([^\"]*)\")?");

  /** A page with a harmless text has the same tags and names of attributes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onfocus=alert(1) autofocus='",
        "</title></style></textarea><svg onload=alert(1)>",
        "javascript:alert(1)",
        "<!--",
        "${1+1} @for {{x}}",
      })
  void textsOfTenantsAreInert(String hostile) {
    var harmless = new TestPages("harmless").all();
    var pages = new TestPages(hostile).all();
    for (int i = 0; i < pages.size(); i++) {
      var html = Pages.html(pages.get(i));
      assertEquals(shape(Pages.html(harmless.get(i))), shape(html), html);
      assertTrue(
          links(html).stream().allMatch(link -> link.startsWith("/") || link.equals("#main")));
    }
  }

  private static List<String> shape(String html) {
    return TAG.matcher(html)
        .results()
        .map(
            tag ->
                tag.group(1)
                    + ATTRIBUTE.matcher(tag.group(2)).results().map(a -> a.group(1)).toList())
        .toList();
  }

  private static List<String> links(String html) {
    return Pattern.compile("(?:href|src|action)=\"([^\"]*)\"")
        .matcher(html)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void loadsNothingFromElsewhereAndRunsNothing() throws IOException {
    for (var page : new TestPages("text").all()) {
      var html = Pages.html(page);
      assertFalse(
          html.matches("(?s).*(<script|<style|<img|<iframe|\\sstyle=|\\son[a-z]+=).*"), html);
    }
    try (var in = Objects.requireNonNull(Pages.class.getResourceAsStream("style.css"))) {
      var style = new String(in.readAllBytes(), UTF_8);
      assertFalse(style.matches("(?s).*(@import|url\\(|//).*"));
      assertTrue(style.contains("prefers-color-scheme: dark"));
      assertTrue(style.contains(":focus-visible"));
    }
  }

  /** What a reader of the page without a mouse, a large screen or colours needs. */
  @Test
  void hasWhatAssistiveToolsNeed() {
    for (var page : new TestPages("text").all()) {
      var html = Pages.html(page);
      assertTrue(html.contains("<html lang=\"en\">"));
      assertTrue(html.contains("name=\"viewport\""));
      assertTrue(html.contains("href=\"#main\""));
      assertEquals(1, count("<h1>", html));
      assertEquals(0, count("<th(?![^>]*scope=\"(col|row)\")[ >]", html.replace("<thead", "<x")));
      assertEquals(count("<nav", html), count("<nav[^>]*aria-label=", html));
      assertEquals(
          List.of(),
          TAG.matcher(html)
              .results()
              .filter(tag -> tag.group(1).matches("input|select"))
              .map(MatchResult::group)
              .filter(tag -> !tag.contains("type=\"hidden\""))
              .filter(tag -> !html.contains("<label for=\"%s\"".formatted(id(tag))))
              .toList());
    }
  }

  private static String id(String tag) {
    return tag.replaceAll("(?s).* id=\"([^\"]*)\".*", "$1");
  }

  private static long count(String pattern, String html) {
    return Pattern.compile(pattern).matcher(html).results().count();
  }

  @Test
  void saysStatesInWords() {
    var list =
        Pages.html(
            new Page(
                "Releases",
                "Releases",
                "",
                List.of(),
                Page.Filter.NONE,
                Pages.list(
                    Query.ALL,
                    List.of(
                        Rows.row("shop", "one", "Drifted", "ConfigMap/one differs at /data/color")),
                    Rows.CLOCK)));

    assertTrue(list.contains(">True</span>"), list);
    assertTrue(list.contains("Drifted"), list);
    assertTrue(list.contains("ConfigMap/one differs at /data/color"), list);
    assertTrue(list.contains("href=\"/release/widget.test.dev/shop/one\""), list);
  }
}
