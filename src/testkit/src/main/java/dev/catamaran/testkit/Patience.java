package dev.catamaran.testkit;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Waits for a result, and reports the last observation after a timeout.
 *
 * @param timeout maximum wait
 */
record Patience(Duration timeout) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** Result of one observation. */
  sealed interface Look<T> {
    /** The expected result. */
    record Good<T>(T value) implements Look<T> {}

    /** Not the expected result, or not yet. */
    record NotYet<T>(Supplier<String> seen) implements Look<T> {}
  }

  /**
   * Observes until the result is good.
   *
   * @param wanted the expected result in words, for the error
   * @throws AssertionError after the timeout
   */
  <T> T until(String wanted, Supplier<Look<T>> look) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      switch (look.get()) {
        case Look.Good<T>(var value) -> {
          return value;
        }
        case Look.NotYet<T>(var seen) -> {
          if (System.nanoTime() > deadline) {
            throw new AssertionError(
                "waited %d s for %s; %s".formatted(timeout.toSeconds(), wanted, seen.get()));
          }
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }
}
