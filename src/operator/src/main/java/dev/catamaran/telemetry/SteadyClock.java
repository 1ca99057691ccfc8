package dev.catamaran.telemetry;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * A clock for durations within this process: setting the system's clock does not change it. Its
 * instants begin with the time at which it was made. For times that people or other processes see,
 * the system's clock is right.
 */
public final class SteadyClock extends Clock {
  private final Instant begin;
  private final LongSupplier nanoTime;
  private final long zero;

  private SteadyClock(Instant begin, LongSupplier nanoTime) {
    this.begin = begin;
    this.nanoTime = nanoTime;
    this.zero = nanoTime.getAsLong();
  }

  /** Returns a clock that begins with the system's time. */
  public static SteadyClock begin() {
    return new SteadyClock(Instant.now(), System::nanoTime);
  }

  static SteadyClock begin(Instant now, LongSupplier nanoTime) {
    return new SteadyClock(now, nanoTime);
  }

  @Override
  public Instant instant() {
    return begin.plus(Duration.ofNanos(nanoTime.getAsLong() - zero));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("no calendar follows this clock");
  }
}
