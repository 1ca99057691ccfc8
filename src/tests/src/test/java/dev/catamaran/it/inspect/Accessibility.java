package dev.catamaran.it.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.testcluster.Chromium;
import dev.catamaran.testcluster.Chromium.Look;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Whether people with assistive tools can use the open page of a browser. */
final class Accessibility {
  private static final String AXE = axe();
  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

  private Accessibility() {}

  private static String axe() {
    try (var in = Objects.requireNonNull(Chromium.class.getResourceAsStream("/axe.min.js"))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns what axe finds, each with its rule and element, and whether the page is wider than the
   * window.
   */
  static List<String> findings(Chromium browser, Look look) {
    if (browser.run("return typeof axe").asText().equals("undefined")) {
      browser.run(AXE);
    }
    return texts(
        browser.run(
            """
            const wide = document.documentElement.scrollWidth > arguments[1]
                ? ["wider than the window: " + document.documentElement.scrollWidth] : []
            return axe.run(document, {runOnly: arguments[0], resultTypes: ["violations"]}).then(found =>
                found.violations.flatMap(one => one.nodes.map(node => one.id + ": " + node.html)).concat(wide))
            """,
            RULES,
            look.width()));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }
}
