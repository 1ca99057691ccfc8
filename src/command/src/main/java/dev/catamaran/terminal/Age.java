package dev.catamaran.terminal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Ages in kubectl's form (apimachinery, util/duration, HumanDuration): {@code 3m12s}. Pure. */
public final class Age {
  private static final String UNKNOWN = "<unknown>";
  private static final int DAYS_OF_A_YEAR = 365;

  private Age() {}

  /** Returns the time since an RFC 3339 time, which may be empty. */
  public static String since(String time, Clock clock) {
    return instant(time).map(then -> of(Duration.between(then, clock.instant()))).orElse(UNKNOWN);
  }

  public static Optional<Instant> instant(String time) {
    try {
      return Optional.of(OffsetDateTime.parse(time).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  static String of(Duration age) {
    long seconds = age.toSeconds();
    long minutes = age.toMinutes();
    long hours = age.toHours();
    long days = age.toDays();
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 120) {
      return Math.max(0, seconds) + "s";
    }
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    if (hours < 3) {
      return minutes + "m";
    }
    if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    }
    if (days < 2) {
      return hours + "h";
    }
    if (days < 8) {
      return two(days, "d", hours % 24, "h");
    }
    long years = days / DAYS_OF_A_YEAR;
    if (years < 2) {
      return days + "d";
    }
    return years < 8 ? two(years, "y", days % DAYS_OF_A_YEAR, "d") : years + "y";
  }

  private static String two(long most, String unit, long rest, String restUnit) {
    return most + unit + (rest == 0 ? "" : rest + restUnit);
  }
}
