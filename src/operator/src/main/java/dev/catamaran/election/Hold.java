package dev.catamaran.election;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The time for which this process may act as the holder of the lease: until the renew deadline,
 * counted from the sending of the last successful renewal. Another instance that wants to take over
 * starts counting later, and counts for longer. Only this machine's monotonic clock decides, which
 * goes on while the process is stopped.
 *
 * <p>Before the first renewal the hold is not over: no pass has begun then. Without an election it
 * stays so. Once it is over it stays so: no renewal begins it again, and a process that has led
 * never leads twice.
 *
 * <p>When it is over, three things end the writing, each without the others: {@link WriteGuard}
 * refuses each write of the operator's client, the engine closes its own fence, and a thread of the
 * {@link Elector} ends the process. A request that was sent before may still arrive; another
 * instance leads only after the difference between lease and renew deadline ({@link
 * ElectionTimes}).
 *
 * <p>The {@link Elector} owes each renewal with the time before its request, and {@link #lose} as
 * soon as another instance has the lease or gets it. The listener passes the rest of the time to
 * the engine, and returns at once.
 */
public final class Hold {
  private final LongSupplier nanoTime;
  private volatile Phase phase = new Phase.NotYet();
  private volatile Consumer<Duration> listener = left -> {};

  private sealed interface Phase {
    record NotYet() implements Phase {}

    record Until(long nanos) implements Phase {}

    record Lost() implements Phase {}
  }

  Hold(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns the hold of a process without an election, or before its election. */
  public static Hold begin() {
    return new Hold(System::nanoTime);
  }

  /** Returns the time on the clock of this hold, in nanoseconds. */
  long now() {
    return nanoTime.getAsLong();
  }

  /** Passes each change of {@link #left} to {@code listener}, which must return at once. */
  public void onChange(Consumer<Duration> listener) {
    this.listener = listener;
  }

  /**
   * Extends the hold by a successful renewal, sent at {@code sentNanos}. Has no effect after the
   * end of the hold.
   */
  synchronized void renewed(long sentNanos, Duration deadline) {
    if (!isOver()) {
      phase = new Phase.Until(sentNanos + deadline.toNanos());
      listener.accept(left());
    }
  }

  /** Ends the hold, because another instance has the lease, or gets it. */
  synchronized void lose() {
    phase = new Phase.Lost();
    listener.accept(Duration.ZERO);
  }

  /** Returns whether this process led, and must not write any more. */
  public boolean isOver() {
    return switch (phase) {
      case Phase.NotYet() -> false;
      case Phase.Until(long nanos) -> nanoTime.getAsLong() - nanos >= 0;
      case Phase.Lost() -> true;
    };
  }

  /**
   * Whether the hold ended within {@code time}. An earlier end means that this process was
   * suspended for a while: then another instance may lead already.
   */
  boolean hasEndedWithin(Duration time) {
    return switch (phase) {
      case Phase.NotYet() -> false;
      case Phase.Until(long nanos) -> nanoTime.getAsLong() - nanos < time.toNanos();
      // A person has edited the lease; other instances still wait until this hold expires.
      case Phase.Lost() -> true;
    };
  }

  /** Returns the rest of the hold without a further renewal; zero if it is over. */
  Duration left() {
    return switch (phase) {
      case Phase.NotYet() -> Duration.ofSeconds(1);
      case Phase.Until(long nanos) -> Duration.ofNanos(Math.max(0, nanos - nanoTime.getAsLong()));
      case Phase.Lost() -> Duration.ZERO;
    };
  }
}
