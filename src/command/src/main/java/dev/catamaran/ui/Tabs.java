package dev.catamaran.ui;

import java.util.List;
import java.util.stream.Stream;

/** The pages of one primary, and which of them is shown. */
public record Tabs(List<Entry> entries) {
  /** A link to a page. */
  public record Entry(String text, String path, boolean isShown) {}

  /** The pages. */
  enum Tab {
    OVERVIEW("", "Overview"),
    VALUES("values", "Values"),
    CHANGES("changes", "Last change"),
    NEXT("next", "Next reconcile");

    final String word;
    final String text;

    Tab(String word, String text) {
      this.word = word;
      this.text = text;
    }
  }

  static Tabs of(ReleaseLink link, Tab shown) {
    return new Tabs(
        Stream.of(Tab.values())
            .map(
                tab ->
                    new Entry(
                        tab.text,
                        tab.word.isEmpty() ? link.path() : link.below(tab.word),
                        tab == shown))
            .toList());
  }
}
