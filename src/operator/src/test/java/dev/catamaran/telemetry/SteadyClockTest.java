package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void goesOnFromTheTimeAtWhichItWasMade() {
    var nanos = new AtomicLong(-5);
    var clock = SteadyClock.begin(BEGIN, nanos::get);
    assertEquals(BEGIN, clock.instant());

    nanos.addAndGet(1_500_000_000);

    assertEquals(BEGIN.plusMillis(1_500), clock.instant());
  }
}
