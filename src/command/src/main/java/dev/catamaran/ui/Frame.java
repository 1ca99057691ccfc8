package dev.catamaran.ui;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What surrounds each page.
 *
 * @param title of the page
 * @param place the part of the navigation that it belongs to
 * @param way the pages above it
 * @param asOf when it was made
 * @param notes sentences about what is missing
 * @param live link that lets the page load itself again and again, or stops that; empty for a page
 *     that does not
 * @param tabs the pages of one release; none for another page
 */
public record Frame(
    String title,
    Place place,
    List<Link> way,
    String asOf,
    List<String> notes,
    Optional<Link> live,
    List<TabLink> tabs) {
  /** The parts of the navigation. */
  public enum Place {
    KINDS("/", "Kinds"),
    RELEASES("/releases", "Releases"),
    ROLLOUTS("/rollouts", "Rollouts");

    private final String path;
    private final String text;

    Place(String path, String text) {
      this.path = path;
      this.text = text;
    }

    public String path() {
      return path;
    }

    public String text() {
      return text;
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

  public record Link(String text, String path) {}

  /** A link to a page of one release. */
  public record TabLink(Link link, boolean isShown) {}

  /**
   * A page that loads itself again and again, if the person chooses so: off by default, and stopped
   * by a link, as WCAG 2.2.1 and 2.2.2 ask. Pure.
   *
   * @param other path of the same page without it, or with it
   */
  record Live(boolean isOn, String other) {
    /** In seconds. Each time, a screen reader begins the page again. */
    private static final int PERIOD = 10;

    private static final String PARAMETER = "live";
    private static final String ON = "on";

    static Live of(Request request) {
      boolean isOn = request.parameter(PARAMETER).equals(ON);
      return new Live(isOn, request.link(PARAMETER, isOn ? "" : ON));
    }

    Link link() {
      return new Link(
          isOn ? "Stop updating this page" : "Update this page every %d seconds".formatted(PERIOD),
          other);
    }

    Answer refresh(Answer page) {
      return isOn ? page.with("Refresh", String.valueOf(PERIOD)) : page;
    }
  }

  static Frame of(String title, Place place, List<String> notes, Instant now) {
    return new Frame(title, place, List.of(), at(now), notes, Optional.empty(), List.of());
  }

  static Frame of(ReleaseLink release, Tab tab, List<String> notes, Instant now) {
    return new Frame(
        tab.title + release.title(),
        Place.RELEASES,
        List.of(
            new Link("Releases", Query.all().link()),
            new Link(release.kind(), Query.all().ofKind(release.kind()).link())),
        at(now),
        notes,
        Optional.empty(),
        tabs(release, tab));
  }

  private static String at(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static List<TabLink> tabs(ReleaseLink release, Tab shown) {
    return Stream.of(Tab.values())
        .map(
            tab ->
                new TabLink(
                    new Link(
                        tab.text, tab.path.isEmpty() ? release.path() : release.below(tab.path)),
                    tab == shown))
        .toList();
  }

  /** Returns the same for a page that a person may want to follow. */
  Frame following(Live follow) {
    return new Frame(title, place, way, asOf, notes, Optional.of(follow.link()), tabs);
  }
}
