package dev.catamaran.bench;

import dev.catamaran.testcluster.ProcessFigures;
import dev.catamaran.testcluster.RequestLog;
import java.time.Duration;
import java.util.ArrayDeque;

/** Waits until a contender has nothing more to do. */
final class Quiet {
  private static final Duration STEP = Duration.ofMillis(250);

  /** The process is quiet if it takes less than 5 % of a core for two seconds. */
  private static final int STEPS = 8;

  private static final double SHARE = 0.05;
  private static final Duration SILENCE = Duration.ofSeconds(4);

  private Quiet() {}

  /**
   * Waits until the process is quiet, at most for {@code longest}.
   *
   * @return when it became quiet, in nanoseconds; now, if it did not
   */
  static long await(ProcessFigures process, Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    double most = STEPS * STEP.toMillis() * SHARE;
    var samples = new ArrayDeque<Sample>();
    while (System.nanoTime() < deadline) {
      samples.add(new Sample(System.nanoTime(), process.cpu()));
      if (samples.size() > STEPS) {
        var oldest = samples.remove();
        if (process.cpu().minus(oldest.cpu()).toMillis() < most) {
          return oldest.at();
        }
      }
      Waiting.pass(STEP);
    }
    return System.nanoTime();
  }

  /** Waits until a log has no new requests for {@link #SILENCE}, at most for {@code longest}. */
  static void await(RequestLog log, Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    long since = System.nanoTime();
    log.restart();
    while (System.nanoTime() < deadline && System.nanoTime() - since < SILENCE.toNanos()) {
      Waiting.pass(STEP);
      if (!log.beyondUpkeep().isEmpty()) {
        log.restart();
        since = System.nanoTime();
      }
    }
  }

  private record Sample(long at, Duration cpu) {}
}
