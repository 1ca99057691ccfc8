package dev.catamaran.release;

import java.time.Instant;

/** This process's own calls of the engine. */
public interface EngineCalls {
  /** Whether a call for {@code release} has not returned yet. */
  boolean isRunning(ReleaseKey release);

  /**
   * Whether the last call for {@code release} was running at {@code at} and has returned since.
   * Nothing continues an operation that it began then.
   */
  boolean hasReturned(ReleaseKey release, Instant at);
}
