package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class LiveTest {
  private static final Answer PAGE = Answer.html(200, "");

  @Test
  void isOffByDefaultAndKeepsTheFilter() {
    var off = live("text=a%26b&show=drift");

    assertFalse(off.refresh(PAGE).headers().containsKey("Refresh"));
    assertEquals(
        new Frame.Link(
            "Update this page every 10 seconds", "/releases?live=on&show=drift&text=a%26b"),
        off.link());
  }

  @Test
  void isStoppedByALink() {
    var on = live("live=on&text=a");

    assertEquals("10", on.refresh(PAGE).headers().get("Refresh"));
    assertEquals(new Frame.Link("Stop updating this page", "/releases?text=a"), on.link());
  }

  private static Live live(String query) {
    return Live.of(Request.of("GET", "/releases", query, "", new Request.Sender("", "", "")));
  }
}
