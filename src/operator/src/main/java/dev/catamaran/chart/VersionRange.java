package dev.catamaran.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Accepted versions of a chart, by the rules of Helm: one version, or a range such as {@code ^1.2},
 * {@code ~1.2.3}, {@code >=1 <3}, {@code 1.2 - 1.4}, {@code 1.x} or {@code ^1 || ^3}. Conditions
 * with blanks or commas between them include pre-releases if one of them names a pre-release.
 */
public record VersionRange(String text) {
  /** Helm's limit, in characters. */
  private static final int LONGEST = 512;

  private static final Pattern FROM_TO =
      Pattern.compile("(?<from>%s)\\s+-\\s+(?<to>%1$s)".formatted(VersionCondition.BOUND));

  private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*|\\s+");

  private static final ChartVersion OLDEST = new ChartVersion(-1, -1, -1, List.of());

  /** An invalid version is older than all valid ones. */
  private static final Comparator<String> BY_AGE =
      Comparator.comparing(version -> ChartVersion.loose(version).orElse(OLDEST));

  /** Returns whether the text is one version and not a range. */
  public boolean isExact() {
    return isComplete(withoutV(text));
  }

  /** Returns whether the text is a version or a range. */
  public boolean isValid() {
    return alternatives().isPresent();
  }

  /**
   * Returns whether a tag of a registry counts as a version for Helm: it has all three numbers and
   * no leading v.
   */
  public static boolean isComplete(String tag) {
    return ChartVersion.strict(tag).isPresent();
  }

  /**
   * Returns the newest accepted version. An exact version prefers the one in the same spelling,
   * except for a leading v, and else accepts another build of it.
   */
  public Optional<String> newestOf(Collection<String> versions) {
    return sameOf(versions).or(() -> newestAccepted(versions));
  }

  private Optional<String> sameOf(Collection<String> versions) {
    return isExact()
        ? versions.stream().filter(version -> isSameVersion(version, text)).findFirst()
        : Optional.empty();
  }

  private Optional<String> newestAccepted(Collection<String> versions) {
    var alternatives = alternatives().orElse(List.of());
    return versions.stream()
        .filter(
            version ->
                ChartVersion.loose(version)
                    .filter(found -> alternatives.stream().anyMatch(all -> isAccepted(found, all)))
                    .isPresent())
        .reduce((one, other) -> BY_AGE.compare(one, other) < 0 ? other : one);
  }

  private static boolean isAccepted(ChartVersion version, List<VersionCondition> all) {
    boolean isOfInterest =
        !version.isPreRelease() || all.stream().anyMatch(each -> each.bound().isPreRelease());
    return isOfInterest && all.stream().allMatch(each -> each.accepts(version));
  }

  /** Returns the versions, newest first. */
  public static List<String> sorted(Collection<String> versions) {
    return versions.stream().sorted(BY_AGE.reversed()).toList();
  }

  /** Returns the conditions of each alternative; empty if the text is not valid. */
  private Optional<List<List<VersionCondition>>> alternatives() {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    var alternatives = new ArrayList<List<VersionCondition>>();
    for (var part : FROM_TO.matcher(text).replaceAll(">=${from},<=${to}").split("\\|\\|", -1)) {
      var conditions = conditions(part.strip());
      if (conditions.isEmpty()) {
        return Optional.empty();
      }
      alternatives.add(conditions);
    }
    return Optional.of(alternatives);
  }

  /** Returns the conditions of a part, which must all be met; none if the part is not valid. */
  private static List<VersionCondition> conditions(String part) {
    var conditions = new ArrayList<VersionCondition>();
    var next = VersionCondition.SYNTAX.matcher(part);
    var separator = SEPARATOR.matcher(part);
    int at = 0;
    while (next.region(at, part.length()).lookingAt()) {
      var condition = VersionCondition.of(next.toMatchResult());
      if (condition.isEmpty()) {
        return List.of();
      }
      conditions.add(condition.get());
      at = next.end();
      if (at == part.length()) {
        return conditions;
      }
      if (!separator.region(at, part.length()).lookingAt()) {
        return List.of();
      }
      at = separator.end();
    }
    return List.of();
  }

  /** Returns whether two versions have the same spelling, except for a leading v. */
  public static boolean isSameVersion(String one, String other) {
    return withoutV(one).equals(withoutV(other));
  }

  private static String withoutV(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }
}
