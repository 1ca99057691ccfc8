package dev.catamaran.wire;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Work that mostly waits, for several inputs at a time. */
public final class SideBySide {
  /** How many requests one reader has at a time. */
  public static final int REQUESTS = 8;

  private SideBySide() {}

  /**
   * Returns the results in the order of the inputs. Throws the first failure in this order at once,
   * and interrupts the rest.
   *
   * @param most how many inputs are worked on at a time
   * @throws CancellationException if this thread is interrupted
   */
  public static <T, R> List<R> ofEach(int most, List<T> inputs, Function<T, R> work) {
    try (var threads = Executors.newFixedThreadPool(most, Thread.ofVirtual().factory())) {
      var running = inputs.stream().map(input -> threads.submit(() -> work.apply(input))).toList();
      try {
        return running.stream().map(SideBySide::result).toList();
      } catch (RuntimeException e) {
        // Otherwise the end of the block waits for all the rest.
        threads.shutdownNow();
        throw e;
      }
    }
  }

  private static <R> R result(Future<R> running) {
    try {
      return running.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped before all results came");
    }
  }
}
