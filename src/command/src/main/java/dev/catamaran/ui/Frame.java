package dev.catamaran.ui;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What surrounds each page.
 *
 * @param title of the page
 * @param place the part of the navigation that it belongs to
 * @param asOf when it was made
 * @param notes sentences about what is missing
 * @param tabs the pages of one release; none for another page
 */
public record Frame(String title, Place place, String asOf, List<String> notes, List<Link> tabs) {
  /** The parts of the navigation. */
  public enum Place {
    RELEASES,
    ROLLOUTS;

    public String path() {
      return "/" + name().toLowerCase(Locale.ROOT);
    }

    public String text() {
      return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
  }

  /** The pages of one release. */
  enum Tab {
    OVERVIEW("", "Overview", ""),
    VALUES("values", "Values", "Values of "),
    CHANGES("changes", "Last change", "Changes of "),
    NEXT("next", "Next reconcile", "Next of ");

    private final String path;
    private final String text;
    private final String title;

    Tab(String path, String text, String title) {
      this.path = path;
      this.text = text;
      this.title = title;
    }
  }

  /**
   * A link.
   *
   * @param isHere whether it leads to the page that has it
   */
  public record Link(String text, String path, boolean isHere) {}

  static Frame of(String title, Place place, List<String> notes, Instant now) {
    return new Frame(title, place, at(now), notes, List.of());
  }

  static Frame of(ReleaseLink release, Tab tab, List<String> notes, Instant now) {
    return new Frame(
        tab.title + release.title(), Place.RELEASES, at(now), notes, tabs(release, tab));
  }

  private static String at(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static List<Link> tabs(ReleaseLink release, Tab shown) {
    return Stream.of(Tab.values())
        .map(
            tab ->
                new Link(
                    tab.text,
                    tab.path.isEmpty() ? release.path() : release.below(tab.path),
                    tab == shown))
        .toList();
  }
}
