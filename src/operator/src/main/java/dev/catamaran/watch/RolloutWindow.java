package dev.catamaran.watch;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
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

  /** Returns {@code now} if the window is open, else the time at which it opens next. */
  public Instant opensAt(Instant now) {
    var today = now.atZone(zone).toLocalDate();
    // A window of yesterday may reach into today.
    for (int day = -1; day <= DAYS_OF_A_WEEK; day++) {
      var date = today.plusDays(day);
      var opens = instant(date.atTime(from));
      var closes = instant((to.isAfter(from) ? date : date.plusDays(1)).atTime(to));
      if (days.contains(date.getDayOfWeek()) && closes.isAfter(now) && closes.isAfter(opens)) {
        return opens.isAfter(now) ? opens : now;
      }
    }
    return now.plus(Duration.ofDays(1));
  }

  /**
   * Returns the time of a day, once. When the clocks go forward, a time that they leave out is that
   * of the change. When they go back, a time that they show twice is the first of both.
   */
  private Instant instant(LocalDateTime time) {
    var change = zone.getRules().getTransition(time);
    return change != null && change.isGap() ? change.getInstant() : time.atZone(zone).toInstant();
  }
}
