package dev.catamaran.typed;

import java.time.Instant;

/**
 * What one part last did about one primary.
 *
 * @param failures in a row, 0 if all is well
 * @param due when it is to look again if nothing happens before
 * @param done whether it has cleaned up, and is not asked again
 */
record PartState(int failures, Instant due, boolean done) {
  static final PartState UNSEEN = new PartState(0, Instant.MIN, false);

  /** All is well until then. */
  static PartState wellUntil(Instant due) {
    return new PartState(0, due, false);
  }

  /** It has cleaned up. */
  static PartState cleanedUp() {
    return new PartState(0, Instant.MAX, true);
  }

  boolean fails() {
    return failures > 0;
  }

  /** This with nothing counted against what is desired now. */
  PartState anew() {
    return new PartState(0, Instant.MIN, done);
  }
}
