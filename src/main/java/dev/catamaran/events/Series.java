package dev.catamaran.events;

import java.time.Duration;
import java.time.Instant;

/**
 * Equal occurrences, and what of them the API server has. As in client-go's tools/events, they are
 * one object until six minutes pass without any. Other than there, the object follows its count:
 * the second occurrence is written at once, then the pauses between writes grow from 10 seconds to
 * 5 minutes, so that one that comes each second costs 17 requests in its first hour.
 *
 * @param name of the object
 * @param since when the first happened
 * @param count how often it happened
 * @param last when the last happened
 * @param written how many of them the API server has
 * @param writes how often the object was written; 0 while there is none
 * @param notBefore when it may be written again
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

  /** What follows. */
  sealed interface Step {
    /** A request. */
    sealed interface Write extends Step {}

    /** The object is to be made. */
    record Create() implements Write {}

    /** The object is to be told the count. */
    record Extend() implements Write {}

    /** Nothing until then. */
    record Rest(Instant until) implements Step {}

    /** Nothing: the API server has all. */
    record Settled() implements Step {}
  }

  /** After the first. */
  static Series begin(String name, Instant now) {
    return new Series(name, now, 1, now, 0, 0, now);
  }

  /** It happened once more. */
  Series again(Instant now) {
    return new Series(name, since, count + 1, now, written, writes, notBefore);
  }

  /** The API server took {@code taken} of them. */
  Series written(int taken, Instant now) {
    return new Series(name, since, count, last, taken, writes + 1, now.plus(pause(writes + 1)));
  }

  /** Somebody deleted the object, or it grew too old. */
  Series gone() {
    return new Series(name, since, count, last, 0, 0, notBefore);
  }

  /** The API server could not be reached. */
  Series postponed(Instant until) {
    return new Series(name, since, count, last, written, writes, until);
  }

  /** Whether the next is the first of another series. */
  boolean isOver(Instant now) {
    return now.isAfter(last.plus(WINDOW));
  }

  /** Whether there is something that the API server does not have. */
  boolean isUnwritten() {
    return written < count;
  }

  /** What is to be done now. */
  Step next(Instant now) {
    if (!isUnwritten()) {
      return new Step.Settled();
    }
    if (now.isBefore(notBefore)) {
      return new Step.Rest(notBefore);
    }
    return writes == 0 ? new Step.Create() : new Step.Extend();
  }

  private static Duration pause(int writes) {
    if (writes < 2) {
      return Duration.ZERO;
    }
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(writes - 2, MOST_DOUBLINGS));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }
}
