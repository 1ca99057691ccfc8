package dev.catamaran.release;

import java.time.Instant;

/** What is known of this process's own calls of the engine. */
public interface EngineCalls {
  /** Whether a call for {@code release} has not returned yet. */
  boolean isRunning(ReleaseKey release);

  /**
   * Whether the last call for {@code release} was under way at that time and has returned since:
   * what it began then, nobody goes on with.
   */
  boolean hasReturned(ReleaseKey release, Instant at);
}
