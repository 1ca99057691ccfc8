package dev.catamaran.chart;

import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a range, such as {@code >=1.2}, by the rules of Helm's Masterminds/semver
 * (constraints.go). Says nothing about whether pre-releases are of interest.
 *
 * @param bound its version, with zeros for the numbers that are open
 * @param numbers how many numbers are not open, from 0 for {@code *} to 3
 */
record VersionCondition(Operator operator, ChartVersion bound, int numbers) {

  /** Comparison of a version with the bound. */
  enum Operator {
    EQUAL,
    NOT_EQUAL,
    NEWER,
    OLDER,
    NOT_OLDER,
    NOT_NEWER,
    NEAR,
    COMPATIBLE
  }

  private static final Map<String, Operator> OPERATORS =
      Map.ofEntries(
          Map.entry("", Operator.EQUAL),
          Map.entry("=", Operator.EQUAL),
          Map.entry("!=", Operator.NOT_EQUAL),
          Map.entry(">", Operator.NEWER),
          Map.entry("<", Operator.OLDER),
          Map.entry(">=", Operator.NOT_OLDER),
          Map.entry("=>", Operator.NOT_OLDER),
          Map.entry("<=", Operator.NOT_NEWER),
          Map.entry("=<", Operator.NOT_NEWER),
          Map.entry("~", Operator.NEAR),
          Map.entry("~>", Operator.NEAR),
          Map.entry("^", Operator.COMPATIBLE));

  private static final String NUMBER = "([0-9]{1,18}|[xX*])";

  /** A version with open numbers. */
  static final String BOUND =
      "v?"
          + NUMBER
          + "(?:\\."
          + NUMBER
          + ")?(?:\\."
          + NUMBER
          + ")?(-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?";

  /** A condition, without blanks around it. */
  static final Pattern SYNTAX = Pattern.compile("(!=|>=|=>|<=|=<|~>|[=><~^]|)\\s*" + BOUND);

  /** Reads a match of {@link #SYNTAX}; empty if its pre-release is not valid. */
  static Optional<VersionCondition> of(MatchResult found) {
    int numbers = 0;
    var version = new StringBuilder();
    for (int group = 2; group <= 4 && isFixed(found.group(group)); group++) {
      version.append(numbers == 0 ? "" : ".").append(found.group(group));
      numbers++;
    }
    var preRelease = Optional.ofNullable(found.group(5)).orElse("");
    var operator = Optional.ofNullable(OPERATORS.get(found.group(1))).orElseThrow();
    int fixed = numbers;
    return ChartVersion.loose((numbers == 0 ? "0" : version) + preRelease)
        .map(bound -> new VersionCondition(operator, bound, fixed));
  }

  private static boolean isFixed(@Nullable String number) {
    return number != null && Character.isDigit(number.charAt(0));
  }

  /** Returns whether a version meets the condition. */
  boolean accepts(ChartVersion version) {
    return switch (operator) {
      case EQUAL -> numbers == 3 ? version.compareTo(bound) == 0 : isNear(version);
      case NOT_EQUAL -> !isEqual(version);
      case NEWER -> isNewer(version);
      case OLDER -> version.compareTo(bound) < 0;
      case NOT_OLDER -> version.compareTo(bound) >= 0;
      case NOT_NEWER -> !isNewer(version);
      case NEAR -> isNear(version);
      case COMPATIBLE -> isCompatible(version);
    };
  }

  private boolean isEqual(ChartVersion version) {
    return switch (numbers) {
      case 1 -> isOfMajor(version);
      case 2 -> isOfMinor(version) && version.preRelease().equals(bound.preRelease());
      default -> version.compareTo(bound) == 0;
    };
  }

  /** A version of the same open numbers is not newer. */
  private boolean isNewer(ChartVersion version) {
    return switch (numbers) {
      case 1 -> version.major() > bound.major();
      case 2 ->
          version.major() > bound.major()
              || (isOfMajor(version) && version.minor() > bound.minor());
      default -> version.compareTo(bound) > 0;
    };
  }

  /** {@code ~0.0.0} has no upper limit for Helm. */
  private boolean isNear(ChartVersion version) {
    boolean isOpen = numbers == 0 || (numbers == 3 && isZero());
    return version.compareTo(bound) >= 0
        && (isOpen || (numbers == 1 ? isOfMajor(version) : isOfMinor(version)));
  }

  private boolean isZero() {
    return bound.major() == 0 && bound.minor() == 0 && bound.patch() == 0;
  }

  /** The first number that is not zero must stay. */
  private boolean isCompatible(ChartVersion version) {
    if (version.compareTo(bound) < 0) {
      return false;
    }
    if (numbers == 0) {
      return true;
    }
    if (bound.major() > 0 || numbers == 1) {
      return isOfMajor(version);
    }
    return isOfMinor(version)
        && (bound.minor() > 0 || numbers == 2 || version.patch() == bound.patch());
  }

  private boolean isOfMajor(ChartVersion version) {
    return version.major() == bound.major();
  }

  private boolean isOfMinor(ChartVersion version) {
    return isOfMajor(version) && version.minor() == bound.minor();
  }
}
