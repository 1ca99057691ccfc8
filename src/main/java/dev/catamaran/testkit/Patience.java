package dev.catamaran.testkit;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Waits for something, and says what it saw last if that does not come.
 *
 * @param timeout for how long it waits
 */
record Patience(Duration timeout) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** What one look shows. */
  sealed interface Look<T> {
    /** It is as it was awaited. */
    record Good<T>(T value) implements Look<T> {}

    /** It is not, or not yet. */
    record NotYet<T>(Supplier<String> seen) implements Look<T> {}
  }

  /**
   * Looks until what it sees is good.
   *
   * @param wanted what is awaited, in words, for the error
   * @throws AssertionError if that does not come
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
