package dev.catamaran.election;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * For how long this process may act as the holder of the lease: until the renew deadline, counted
 * from when the last renewal that succeeded was sent. Whoever wants to take over counts from later,
 * and for longer.
 */
public final class Hold {
  private final LongSupplier nanoTime;
  private volatile Phase phase = new Phase.NotYet();

  private sealed interface Phase {
    record NotYet() implements Phase {}

    record Until(long nanos) implements Phase {}

    record Lost() implements Phase {}
  }

  Hold(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Of a process that runs for no lease, or has not been elected yet. */
  public static Hold begin() {
    return new Hold(System::nanoTime);
  }

  /** A renewal that was sent at this time succeeded. Comes too late once the hold is over. */
  synchronized void renewed(long sentNanos, Duration deadline) {
    if (!isOver()) {
      phase = new Phase.Until(sentNanos + deadline.toNanos());
    }
  }

  /** Somebody else has it. */
  synchronized void lose() {
    phase = new Phase.Lost();
  }

  /** Whether this process led, and must not write any more. */
  public boolean isOver() {
    return switch (phase) {
      case Phase.NotYet() -> false;
      case Phase.Until(long nanos) -> nanoTime.getAsLong() - nanos >= 0;
      case Phase.Lost() -> true;
    };
  }

  /**
   * Whether it ended no longer ago than that. It ended long ago where this process was stopped for
   * a while: then others may lead already.
   */
  boolean hasEndedWithin(Duration time) {
    return switch (phase) {
      case Phase.NotYet() -> false;
      case Phase.Until(long nanos) -> nanoTime.getAsLong() - nanos < time.toNanos();
      // A person has edited the lease; other instances still wait until this hold has run out.
      case Phase.Lost() -> true;
    };
  }

  /** For how long it holds if nothing is heard any more; zero if it is over. */
  Duration left() {
    return switch (phase) {
      case Phase.NotYet() -> Duration.ofSeconds(1);
      case Phase.Until(long nanos) -> Duration.ofNanos(Math.max(0, nanos - nanoTime.getAsLong()));
      case Phase.Lost() -> Duration.ZERO;
    };
  }
}
