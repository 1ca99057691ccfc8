package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * History of the repairs of one object. If another client undoes them repeatedly, each repair waits
 * longer than the one before. Pure.
 *
 * @param key the object
 * @param fields JSON pointers to the repaired fields; empty if the object itself was missing
 * @param rival client that last set these fields, if known
 * @param undone number of repairs in a row that did not last
 * @param repairedAt time of the last repair
 */
public record Contest(
    ObjectKey key,
    SortedSet<String> fields,
    Optional<String> rival,
    int undone,
    Instant repairedAt) {
  /** Pointer to the label with the name of the operator. */
  public static final String OPERATOR =
      "/metadata/labels/" + OwnershipMarks.OPERATOR_LABEL.replace("/", "~1");

  /** A person may well change an object three times. */
  private static final int TOLERATED = 3;

  /**
   * A repair that lasts this long beyond the delay was not undone: the next one is a first repair.
   */
  private static final Duration LASTING = Duration.ofSeconds(15);

  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final int DOUBLINGS = 8;
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

  /** Copies the fields. */
  public Contest {
    fields = Collections.unmodifiableSortedSet(new TreeSet<>(fields));
  }

  /** Returns the contest after the first repair of an object, or the first one for a while. */
  public static Contest first(Repair repair, Instant now) {
    return new Contest(repair.key(), repair.fields(), repair.rival(), 0, now);
  }

  /** Returns the contest after one more repair. */
  public Contest after(Repair repair, Instant now) {
    if (isOver(now)) {
      return first(repair, now);
    }
    var all = new TreeSet<>(fields);
    all.addAll(repair.fields());
    return new Contest(key, all, repair.rival().or(this::rival), undone + 1, now);
  }

  /**
   * One repair.
   *
   * @param key the object
   * @param fields JSON pointers to the changed fields; empty if the object was missing
   * @param rival client that set these fields before, if known
   */
  public record Repair(ObjectKey key, SortedSet<String> fields, Optional<String> rival) {}

  /** Whether enough repairs did not last to report it. */
  public boolean isSerious() {
    return undone >= TOLERATED;
  }

  /** Whether the last repair has lasted. */
  public boolean isOver(Instant now) {
    return !now.isBefore(overAt());
  }

  /** Returns the time from which the last repair counts as lasting. */
  public Instant overAt() {
    return repairedAt.plus(delay()).plus(LASTING);
  }

  /** Returns the earliest time of the next repair. */
  public Instant heldUntil() {
    return repairedAt.plus(delay());
  }

  /** Returns the time of the next repair or report if nothing happens before. */
  public Instant nextLook(Instant now) {
    return now.isBefore(heldUntil()) ? heldUntil() : overAt();
  }

  private Duration delay() {
    if (!isSerious()) {
      return Duration.ZERO;
    }
    var delay = FIRST_DELAY.multipliedBy(1L << Math.min(DOUBLINGS, undone - TOLERATED + 1));
    return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
  }

  /**
   * Returns the object and its changed fields, never their values, and the client that sets them.
   */
  @Override
  public String toString() {
    var what = fields.isEmpty() ? "gone" : String.join(", ", fields) + " changed";
    return "%s: %s again and again, %s".formatted(key, what, who());
  }

  private String who() {
    return fields.contains(OPERATOR)
        ? rival.map(name -> "by " + name + ", ").orElse("by ")
            + "another operator of the same custom resources; let only one of them watch these"
        : rival.map(name -> "by " + name).orElse("by whom is not known");
  }
}
