package dev.catamaran.release;

import java.time.Instant;
import java.util.Optional;

/** This process's own calls of the engine. */
public interface EngineCalls {
  /** Whether a call for {@code release} has not returned yet. */
  boolean isRunning(ReleaseKey release);

  /**
   * Whether the last call for {@code release} was running at {@code at} and has returned since.
   * Nothing continues an operation that it began then.
   */
  boolean hasReturned(ReleaseKey release, Instant at);

  /** Returns the call that makes a revision for a primary; empty if none runs, or none can end. */
  default Optional<Making> making(PrimaryIdentity primary) {
    return Optional.empty();
  }

  /** A call that makes a revision. */
  interface Making {
    /** Whether it has not returned yet. */
    boolean isRunning();

    /** Ends it, if it has not returned. It fails as given up. */
    void end();
  }

  /**
   * Begins no further call that makes a revision for a primary, whose deletion has begun. Such a
   * call fails as unfinished. Its uninstallation is none.
   */
  default void refuse(PrimaryIdentity primary) {}

  /** Forgets a primary that is gone. */
  default void forget(PrimaryIdentity primary) {}
}
