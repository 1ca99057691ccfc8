package dev.catamaran.chaos;

import dev.catamaran.testcluster.Seed;
import java.time.Duration;
import java.util.Locale;

/**
 * The settings of a run, from the system properties {@code chaos.time}, {@code nightly.seed} and
 * {@code chaos.primaries}.
 *
 * @param time of the faults, without the start and the end of the run
 * @param seed of all random choices; the durations depend on the machine
 * @param primaries their number
 */
record Settings(Duration time, long seed, int primaries) {
  static Settings given() {
    return new Settings(
        Duration.parse("PT" + System.getProperty("chaos.time", "80s").toUpperCase(Locale.ROOT)),
        Seed.of(ChaosIT.class),
        Integer.getInteger("chaos.primaries", 20));
  }
}
