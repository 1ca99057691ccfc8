package dev.catamaran.watch;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a changed chart, or changed overrides, reach the primaries of a kind: wave by wave.
 *
 * @param waves at least one; each contains the waves before, and the last contains all primaries
 * @param orderBy the label whose values order the primaries, before their names; empty for the
 *     order of namespace and name
 * @param atOnce how many primaries are changed at the same time, at least 1
 * @param readyFor how long a primary must stay ready before it counts as done
 * @param failures how many namespaces with failures in a wave halt the rollout, at least 1
 * @param onFailure what follows then
 * @param approval which waves need an approval
 * @param windows the times at which primaries are changed; empty for any time
 */
public record RolloutPolicy(
    List<Wave> waves,
    Optional<String> orderBy,
    int atOnce,
    Duration readyFor,
    int failures,
    OnFailure onFailure,
    Approval approval,
    List<Window> windows) {
  public static final String FIELD = "rollout";
  public static final int DEFAULT_AT_ONCE = 10;
  public static final Duration DEFAULT_READY_FOR = Duration.ofMinutes(1);

  /** The size of a wave, those before included. */
  public sealed interface Wave {
    /** A number of primaries, at least 1. */
    record Count(int primaries) implements Wave {}

    /** A share of the primaries in percent, rounded up. */
    record Share(int percent) implements Wave {}

    /** The primaries with that label, and those of the waves before. */
    record Labelled(String key, String value) implements Wave {}
  }

  /** What follows too many failures. */
  public enum OnFailure {
    /** No further primary is changed. */
    HALT,
    /** Also, those that were changed go back to the objects that they had. */
    RETURN
  }

  /** The waves that begin only after an approval. */
  public enum Approval {
    NONE,
    /** The first wave. */
    FIRST,
    /** Each wave. */
    EACH
  }

  /** Whether wave {@code number}, counted from 1, needs an approval. */
  public boolean needsApproval(int number) {
    return switch (approval) {
      case NONE -> false;
      case FIRST -> number == 1;
      case EACH -> true;
    };
  }

  /** Whether primaries may be changed at this time. */
  public boolean isOpenAt(Instant now) {
    return !opensAt(now).isAfter(now);
  }

  /** Returns when primaries may be changed next; {@code now} if that is now. */
  public Instant opensAt(Instant now) {
    return windows.stream().map(window -> window.opensAt(now)).min(Instant::compareTo).orElse(now);
  }

  /**
   * A time of the week.
   *
   * @param zone the time zone of the hours
   * @param days the days on which it opens; at least one
   * @param from the time of day at which it opens
   * @param to the time of day at which it closes; on the next day if it is not after {@code from}
   */
  public record Window(ZoneId zone, Set<DayOfWeek> days, LocalTime from, LocalTime to) {
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
     * Returns the time of a day, once. When the clocks go forward, a time that they leave out is
     * that of the change. When they go back, a time that they show twice is the first of both.
     */
    private Instant instant(LocalDateTime time) {
      var change = zone.getRules().getTransition(time);
      return change != null && change.isGap() ? change.getInstant() : time.atZone(zone).toInstant();
    }
  }
}
