package dev.catamaran.recorder;

import dev.catamaran.api.ManagerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Work that waits for renderings: as many at once as there are processors. More of a chart with
 * many definitions would take too much memory.
 */
public final class Renderings {
  private Renderings() {}

  /**
   * Returns the results in the order of the inputs.
   *
   * @throws ManagerException if this thread is interrupted
   */
  public static <T, R> List<R> ofEach(List<T> inputs, Function<T, R> work) {
    int processors = Runtime.getRuntime().availableProcessors();
    try (var threads = Executors.newFixedThreadPool(processors)) {
      var running = new ArrayList<Future<R>>();
      inputs.forEach(input -> running.add(threads.submit(() -> work.apply(input))));
      try {
        var results = new ArrayList<R>();
        for (var each : running) {
          results.add(each.get());
        }
        return results;
      } catch (ExecutionException e) {
        threads.shutdownNow();
        throw e.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new ManagerException("stopped while charts were rendered");
      }
    }
  }
}
