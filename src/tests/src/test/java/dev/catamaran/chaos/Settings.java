package dev.catamaran.chaos;

import java.time.Duration;
import java.util.Locale;

/**
 * What a run is given by the system properties {@code chaos.time}, {@code chaos.seed} and {@code
 * chaos.primaries}.
 *
 * @param time for how long things go wrong; what comes before and after is not counted
 * @param seed of everything that is chosen; how long each thing takes is the machine's affair
 * @param primaries how many there are
 */
record Settings(Duration time, long seed, int primaries) {

  static Settings given() {
    return new Settings(
        Duration.parse("PT" + System.getProperty("chaos.time", "2m").toUpperCase(Locale.ROOT)),
        Long.getLong("chaos.seed", 1),
        Integer.getInteger("chaos.primaries", 30));
  }
}
