package dev.catamaran.chart;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.semver4j.Semver;

/**
 * Accepted versions of a chart: one version, or a range such as {@code ^1.2}, {@code ~1.2.3},
 * {@code >=1 <3} or {@code 1.x}. A range includes pre-releases only if it names one, as in Helm.
 */
public record VersionRange(String text) {
  private static final Comparator<String> BY_AGE = Comparator.comparing(VersionRange::parse);

  /** Returns whether the text is one version and not a range. */
  public boolean isExact() {
    return Semver.parse(withoutV(text)) != null;
  }

  /** Returns whether the text is a version or a range. */
  public boolean isValid() {
    return isExact() || text.matches("[0-9A-Za-z.*^~<>=!|,+ -]*[0-9xX*][0-9A-Za-z.*+ -]*");
  }

  /** Returns the newest accepted version. */
  public Optional<String> newestOf(Collection<String> versions) {
    return isExact()
        ? versions.stream().filter(version -> withoutV(version).equals(withoutV(text))).findFirst()
        : versions.stream()
            .filter(version -> parse(version).satisfies(text.replace(",", " ")))
            .max(BY_AGE);
  }

  /** Returns the versions, newest first. */
  public static List<String> sorted(Collection<String> versions) {
    return versions.stream().sorted(BY_AGE.reversed()).toList();
  }

  /** Parses a version. An invalid version is older than all valid ones. */
  private static Semver parse(String version) {
    var exact = Semver.parse(withoutV(version));
    var coerced = exact == null ? Semver.coerce(version) : exact;
    return coerced == null ? Semver.ZERO : coerced;
  }

  private static String withoutV(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }
}
