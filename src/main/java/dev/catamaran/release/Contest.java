package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the repairs of one object fared. Where somebody undoes them again and again, each waits
 * longer than the one before. Pure.
 *
 * @param key the object
 * @param fields JSON pointers to what was repaired; empty if the object itself was gone
 * @param rival who set these fields last, if it is known
 * @param undone how many repairs in a row did not last
 * @param repairedAt when the last one was made
 */
public record Contest(
    ObjectKey key,
    SortedSet<String> fields,
    Optional<String> rival,
    int undone,
    Instant repairedAt) {
  /** A person may well change a thing three times. */
  private static final int TOLERATED = 3;

  /** A repair that lasted so long beyond the delay was not undone, but is needed anew. */
  private static final Duration LASTING = Duration.ofSeconds(15);

  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final int DOUBLINGS = 8;
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

  /** Copies the fields. */
  public Contest {
    fields = Collections.unmodifiableSortedSet(new TreeSet<>(fields));
  }

  /** The first repair of an object, or the first for a while. */
  public static Contest first(Repair repair, Instant now) {
    return new Contest(repair.key(), repair.fields(), repair.rival(), 0, now);
  }

  /** After a further repair. */
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
   * @param fields JSON pointers to what it changed; empty if the object was gone
   * @param rival who set these fields before, if it is known
   */
  public record Repair(ObjectKey key, SortedSet<String> fields, Optional<String> rival) {}

  /** Whether so many repairs did not last that people should know. */
  public boolean isSerious() {
    return undone >= TOLERATED;
  }

  /** Whether the last repair has lasted. */
  public boolean isOver(Instant now) {
    return !now.isBefore(overAt());
  }

  /** When the last repair will have lasted. */
  public Instant overAt() {
    return repairedAt.plus(delay()).plus(LASTING);
  }

  /** Before when the object is not repaired again. */
  public Instant heldUntil() {
    return repairedAt.plus(delay());
  }

  /** When there will be something to do or to tell again, if nothing happens before. */
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

  /** For people: which fields of which object, never their values, and who sets them. */
  @Override
  public String toString() {
    var what = fields.isEmpty() ? "gone" : String.join(", ", fields) + " changed";
    var who = rival.map(name -> "by " + name).orElse("by whom is not known");
    return "%s: %s again and again, %s".formatted(key, what, who);
  }
}
