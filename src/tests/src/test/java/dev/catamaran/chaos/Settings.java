package dev.catamaran.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings of a run, from the system properties {@code chaos.time}, {@code chaos.seed} and
 * {@code chaos.primaries}.
 *
 * @param time of the faults, without the start and the end of the run
 * @param seed of all random choices; the durations depend on the machine
 * @param primaries their number
 */
record Settings(Duration time, long seed, int primaries) {
  private static final int HEX_DIGITS = 8;

  static Settings given() {
    return new Settings(
        Duration.parse("PT" + System.getProperty("chaos.time", "2m").toUpperCase(Locale.ROOT)),
        Optional.ofNullable(Long.getLong("chaos.seed")).orElseGet(Settings::seedOfTheCommit),
        Integer.getInteger("chaos.primaries", 30));
  }

  /** Each commit gets another run, and each repetition of its tests the same; 1 without git. */
  private static long seedOfTheCommit() {
    try {
      var git =
          new ProcessBuilder("git", "rev-parse", "HEAD")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? Long.parseLong(commit.substring(0, HEX_DIGITS), 16) : 1;
    } catch (IOException e) {
      return 1;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
