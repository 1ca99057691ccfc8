package dev.catamaran.watch;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Set;

/**
 * A time of the week. Pure.
 *
 * @param zone the time zone of the hours
 * @param days the days on which it opens; at least one
 * @param from the time of day at which it opens
 * @param to the time of day at which it closes; on the next day if it is not after {@code from}
 */
public record RolloutWindow(ZoneId zone, Set<DayOfWeek> days, LocalTime from, LocalTime to) {
  private static final int DAYS_OF_A_WEEK = 7;

  /** Copies the set. */
  public RolloutWindow {
    days = Set.copyOf(days);
  }

  /** Returns {@code now} if the window is open, else the time at which it opens next. */
  public Instant opensAt(Instant now) {
    var today = now.atZone(zone);
    // A window of yesterday may reach into today.
    for (int day = -1; day <= DAYS_OF_A_WEEK; day++) {
      var opens = today.plusDays(day).with(from);
      if (days.contains(opens.getDayOfWeek()) && closes(opens).isAfter(today)) {
        return opens.isAfter(today) ? opens.toInstant() : now;
      }
    }
    return now.plus(Duration.ofDays(1));
  }

  private ZonedDateTime closes(ZonedDateTime opens) {
    return (to.isAfter(from) ? opens : opens.plusDays(1)).with(to);
  }
}
