package dev.catamaran.telemetry;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;

/** Histograms of durations, with few buckets: each bucket is a time series for each watch. */
final class Durations {
  private static final Duration[] SHORT = millis(5, 25, 100, 500, 1_000, 5_000, 15_000, 60_000);
  private static final Duration[] LONG =
      millis(100, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 300_000);

  private Durations() {}

  /** Returns a timer for durations of milliseconds to seconds. */
  static Timer.Builder ofShort(String name, String description) {
    return Timer.builder(name).description(description).serviceLevelObjectives(SHORT);
  }

  /** Returns a timer for durations of seconds to minutes. */
  static Timer.Builder ofLong(String name, String description) {
    return Timer.builder(name).description(description).serviceLevelObjectives(LONG);
  }

  private static Duration[] millis(long... millis) {
    return Arrays.stream(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }
}
