package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

class FieldChangeTest {
  private static final String LONG = "x".repeat(500);

  @Test
  void showsShortValuesWhole() {
    assertEquals("a: \"1\" -> \"2\"", line(TextNode.valueOf("1"), TextNode.valueOf("2")));
  }

  @Test
  void showsTheFirstDifferenceOfLongValues() {
    var same = "x".repeat(20);
    assertEquals(
        "a: …%s1%s… -> …%s2%s…".formatted(same, "x".repeat(49), same, "x".repeat(49)),
        line(TextNode.valueOf(LONG + "1" + LONG), TextNode.valueOf(LONG + "2" + LONG)));
  }

  @Test
  void showsAnAddedEnd() {
    var end = "…" + "x".repeat(20);
    assertEquals(
        "a: %s\" -> %sand more\"".formatted(end, end),
        line(TextNode.valueOf(LONG), TextNode.valueOf(LONG + "and more")));
  }

  @Test
  void showsTheBeginningOfALongValueBesideNone() {
    assertEquals(
        "a: (none) -> \"" + "x".repeat(49) + "…",
        line(NullNode.getInstance(), TextNode.valueOf(LONG)));
  }

  @Test
  void cutsNoSymbolInTwo() {
    var symbols = "🙂".repeat(100);
    var changed = symbols + "x" + symbols;
    assertEquals(
        "a: …%s%s… -> …%sx%s…"
            .formatted("🙂".repeat(10), "🙂".repeat(25), "🙂".repeat(10), "🙂".repeat(24)),
        line(TextNode.valueOf(symbols + symbols), TextNode.valueOf(changed)));
  }

  private static String line(JsonNode before, JsonNode after) {
    return new FieldChange("a", before, after, false).line();
  }
}
