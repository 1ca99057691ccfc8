package dev.catamaran.watch;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Go's notation for durations, which Kubernetes uses: {@code 1h}, {@code 1m30s}, {@code 500ms},
 * {@code 1.5h}.
 */
public final class GoDuration {

  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  /**
   * Limit of characters. Java's expressions backtrack: over 100,000 digits without a unit, for
   * minutes.
   */
  private static final int LONGEST = 100;

  private static final Pattern PART =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("[-+]?(0|(" + PART.pattern() + ")+)");

  private GoDuration() {}

  /**
   * Reads a duration as Go's time.ParseDuration does. Truncates fractions of a nanosecond.
   *
   * @throws IllegalArgumentException if the text is not a duration, or exceeds the 292 years that
   *     Go can hold
   */
  public static Duration parse(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a duration of %d characters is longer than %d".formatted(text.length(), LONGEST));
    }
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException("invalid duration \"" + text + "\"");
    }
    var nanos = BigDecimal.ZERO;
    var parts = PART.matcher(text);
    while (parts.find()) {
      var unit = BigDecimal.valueOf(NANOS.getOrDefault(parts.group(2), 0L));
      nanos =
          nanos.add(new BigDecimal(parts.group(1)).multiply(unit).setScale(0, RoundingMode.DOWN));
    }
    try {
      return Duration.ofNanos((text.startsWith("-") ? nanos.negate() : nanos).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("duration \"" + text + "\" is too long", e);
    }
  }

  /**
   * Writes a duration as Go's Duration.String does: {@code 1h0m0s}, {@code 1m30s}, {@code 1.5s},
   * {@code 0s}.
   */
  public static String format(Duration duration) {
    if (duration.isNegative()) {
      return "-" + format(duration.negated());
    }
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    if (nanos < 1_000_000_000L) {
      var unit = nanos < 1_000 ? "ns" : nanos < 1_000_000 ? "µs" : "ms";
      return decimal(nanos, NANOS.getOrDefault(unit, 1L)) + unit;
    }
    var hours = duration.toHours() > 0 ? duration.toHours() + "h" : "";
    var minutes = duration.toMinutes() > 0 ? duration.toMinutesPart() + "m" : "";
    return hours + minutes + decimal(nanos % 60_000_000_000L, 1_000_000_000L) + "s";
  }

  private static String decimal(long nanos, long unit) {
    var quotient = BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(unit));
    return quotient.signum() == 0 ? "0" : quotient.stripTrailingZeros().toPlainString();
  }
}
