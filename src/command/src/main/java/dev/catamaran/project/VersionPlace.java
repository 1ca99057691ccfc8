package dev.catamaran.project;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A place in a file where the version of Catamaran, or its image, is written beside PROJECT: a
 * format needs it there, or an older version of Catamaran wrote it there. A bot or a person may
 * have changed it.
 */
public enum VersionPlace {
  /** Maven, and the editor of Java, read it without make. */
  POM("pom.xml", false, "<catamaran\\.version>([^<]*)</catamaran\\.version>"),
  /** For a build without make. */
  DOCKERFILE("Dockerfile", true, "(?m)^ARG BASE_IMG=(\\S+)"),
  MAKEFILE("Makefile", true, "(?m)^BASE_IMG \\?= (\\S.*?)\\s*$"),
  SCRIPT("catamaranw", false, "(?m)^version='([^']*)'$");

  /** An image of a release, also in another registry. */
  private static final Pattern RELEASED =
      Pattern.compile("((?:\\S*/)?catamaran:)(\\d+\\.\\d+\\.\\d+)");

  private final String path;
  private final boolean isImage;
  private final Pattern pattern;

  VersionPlace(String path, boolean isImage, String pattern) {
    this.path = path;
    this.isImage = isImage;
    this.pattern = Pattern.compile(pattern);
  }

  /** Returns the path of the file in the project. */
  public String path() {
    return path;
  }

  /** Returns what the text of the file has there; empty if it has no such place. */
  Optional<String> in(String text) {
    return place(text).map(place -> place.group(1));
  }

  private static String tag(String version) {
    return version.replace("-SNAPSHOT", "");
  }

  /**
   * Returns what belongs there in a new version: what this version writes, or a person's own image,
   * with the new version in its tag.
   *
   * @param next what the new version writes
   * @param mine what the person's file has
   */
  String renewed(String next, String mine, String version) {
    if (!isImage || mine.startsWith(NewProject.BASE_IMAGE)) {
      return next;
    }
    var released = RELEASED.matcher(mine);
    return released.matches() ? released.group(1) + tag(version) : mine;
  }

  /** Returns the text with another value there. */
  String with(String value, String text) {
    return place(text)
        .map(place -> text.substring(0, place.start(1)) + value + text.substring(place.end(1)))
        .orElse(text);
  }

  private Optional<MatchResult> place(String text) {
    return pattern.matcher(text).results().findFirst();
  }

  /** Whether it is an image of a person whose tag does not say of which version it is. */
  boolean isUnknown(String value) {
    return isImage
        && !value.startsWith(NewProject.BASE_IMAGE)
        && !RELEASED.matcher(value).matches();
  }
}
