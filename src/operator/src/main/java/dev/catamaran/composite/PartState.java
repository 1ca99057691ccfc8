package dev.catamaran.composite;

import java.time.Instant;

/**
 * The last result of one part for one primary.
 *
 * @param failures in a row, 0 after a success
 * @param due time of the next run without an event
 * @param done whether the clean-up is complete; the part does not run again then
 */
record PartState(int failures, Instant due, boolean done) {
  static final PartState UNSEEN = new PartState(0, Instant.MIN, false);

  static PartState wellUntil(Instant due) {
    return new PartState(0, due, false);
  }

  static PartState cleanedUp() {
    return new PartState(0, Instant.MAX, true);
  }

  boolean fails() {
    return failures > 0;
  }

  /** Returns this state without failures, for a new desired state. */
  PartState withoutFailures() {
    return new PartState(0, Instant.MIN, done);
  }
}
