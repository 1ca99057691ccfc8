package dev.catamaran.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A version by SemVer 2.0.0. Its order ignores the build, as SemVer says.
 *
 * @param preRelease the identifiers after the hyphen; none for a release
 */
record ChartVersion(long major, long minor, long patch, List<String> preRelease)
    implements Comparable<ChartVersion> {

  /** No version in use is longer; it bounds the work for what a registry sends. */
  private static final int LONGEST = 256;

  private static final String NUMBER = "(0|[1-9][0-9]{0,17})";
  private static final String PRE_RELEASE =
      "(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
          + "(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?";
  private static final String BUILD = "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?";

  private static final Pattern STRICT =
      Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + PRE_RELEASE + BUILD);

  private static final Pattern LOOSE =
      Pattern.compile(
          "v?([0-9]{1,18})(?:\\.([0-9]{1,18}))?(?:\\.([0-9]{1,18}))?" + PRE_RELEASE + BUILD);

  private static final Comparator<ChartVersion> ORDER =
      Comparator.comparingLong(ChartVersion::major)
          .thenComparingLong(ChartVersion::minor)
          .thenComparingLong(ChartVersion::patch)
          .thenComparing(ChartVersion::preRelease, ChartVersion::comparePreReleases);

  ChartVersion {
    preRelease = List.copyOf(preRelease);
  }

  /** Reads a version with all three numbers and no leading v; empty for other text. */
  static Optional<ChartVersion> strict(String text) {
    return read(STRICT, text);
  }

  /** Reads a version that may lack numbers, and may begin with a v; empty for other text. */
  static Optional<ChartVersion> loose(String text) {
    return read(LOOSE, text);
  }

  private static Optional<ChartVersion> read(Pattern syntax, String text) {
    var parts = syntax.matcher(text);
    return text.length() <= LONGEST && parts.matches()
        ? Optional.of(
            new ChartVersion(
                number(parts.group(1)),
                number(parts.group(2)),
                number(parts.group(3)),
                Optional.ofNullable(parts.group(4))
                    .map(pre -> List.of(pre.split("\\.")))
                    .orElse(List.of())))
        : Optional.empty();
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  boolean isPreRelease() {
    return !preRelease.isEmpty();
  }

  @Override
  public int compareTo(ChartVersion other) {
    return ORDER.compare(this, other);
  }

  /** A release is newer than its pre-releases; of two equal beginnings, the longer one is newer. */
  private static int comparePreReleases(List<String> one, List<String> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return Boolean.compare(one.isEmpty(), other.isEmpty());
    }
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int order = compareIdentifiers(one.get(i), other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  /** Numbers are older than words. A number has no leading zero, so that a longer one is larger. */
  private static int compareIdentifiers(String one, String other) {
    boolean isNumber = isNumber(one);
    if (isNumber != isNumber(other)) {
      return isNumber ? -1 : 1;
    }
    return isNumber && one.length() != other.length()
        ? Integer.compare(one.length(), other.length())
        : one.compareTo(other);
  }

  private static boolean isNumber(String identifier) {
    return identifier.chars().allMatch(Character::isDigit);
  }
}
