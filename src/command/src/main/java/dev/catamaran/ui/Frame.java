package dev.catamaran.ui;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

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
 */
public record Frame(
    String title,
    Place place,
    List<Link> way,
    String asOf,
    List<String> notes,
    Optional<Link> live) {
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

    /** Returns the path of the page. */
    public String path() {
      return path;
    }

    /** Returns the text of the link. */
    public String text() {
      return text;
    }
  }

  /** A link to another page of this server. */
  public record Link(String text, String path) {}

  static Frame of(String title, Place place, List<Link> way, List<String> notes, Instant now) {
    return new Frame(
        title, place, way, now.truncatedTo(ChronoUnit.SECONDS).toString(), notes, Optional.empty());
  }

  /** Returns the same for a page that a person may want to follow. */
  Frame following(Live live) {
    return new Frame(title, place, way, asOf, notes, Optional.of(live.link()));
  }
}
