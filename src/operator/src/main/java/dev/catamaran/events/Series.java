package dev.catamaran.events;

import java.time.Duration;
import java.time.Instant;

/**
 * Equal occurrences, and the number of them that the API server has. They are one object until six
 * minutes pass without an occurrence (client-go, tools/events). Unlike there, the object's count is
 * updated during the series: the second occurrence is written at once, then the pauses between
 * writes grow from 10 seconds to 5 minutes. So an occurrence in each second costs 17 requests in
 * the first hour.
 *
 * @param name of the object
 * @param since time of the first occurrence
 * @param count of all occurrences
 * @param last time of the last occurrence
 * @param written number of occurrences that the API server has
 * @param writes number of writes of the object; 0 while there is none
 * @param notBefore earliest time of the next write
 */
record Series(
    String name,
    Instant since,
    int count,
    Instant last,
    int written,
    int writes,
    Instant notBefore) {
  private static final Duration WINDOW = Duration.ofMinutes(6);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final int MOST_DOUBLINGS = 5;

  /** Returns a series after its first occurrence. */
  static Series begin(String name, Instant now) {
    return new Series(name, now, 1, now, 0, 0, now);
  }

  /** Returns the series after one more occurrence. */
  Series again(Instant now) {
    return new Series(name, since, count + 1, now, written, writes, notBefore);
  }

  /** Returns the series after the API server stored {@code taken} occurrences. */
  Series written(int taken, Instant now) {
    return new Series(name, since, count, last, taken, writes + 1, now.plus(pause(writes + 1)));
  }

  /** Returns the series after its object was deleted or expired. */
  Series gone() {
    return new Series(name, since, count, last, 0, 0, notBefore);
  }

  /** Returns the series after a write without an answer. */
  Series postponed(Instant until) {
    return new Series(name, since, count, last, written, writes, until);
  }

  /** Whether the next occurrence begins another series. */
  boolean isOver(Instant now) {
    return now.isAfter(last.plus(WINDOW));
  }

  /** Whether the API server lacks some occurrences. */
  boolean isUnwritten() {
    return written < count;
  }

  /** Whether its object is to be created, and not patched. */
  boolean isWithoutObject() {
    return writes == 0;
  }

  private static Duration pause(int writes) {
    if (writes < 2) {
      return Duration.ZERO;
    }
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(writes - 2, MOST_DOUBLINGS));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }
}
