package dev.catamaran.chartsource;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** One chart: the result of its last load, or the reason of its failure. */
final class StockedChart {
  private static final Duration FIRST_DELAY = Duration.ofSeconds(2);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

  /** Loads a chart. */
  @FunctionalInterface
  interface Loading {
    Chart load(ChartReference reference) throws ChartUnavailableException;
  }

  /**
   * The result of the last try.
   *
   * @param problem why there is no chart; empty if there is one
   * @param failures in a row
   */
  private record State(Optional<Chart> chart, String problem, int failures) {}

  private final ChartReference reference;
  private final Loading loading;
  private final CountDownLatch tried = new CountDownLatch(1);
  private volatile State state = new State(Optional.empty(), "", 0);

  StockedChart(ChartReference reference, Loading loading) {
    this.reference = reference;
    this.loading = loading;
  }

  ChartReference reference() {
    return reference;
  }

  /**
   * Loads the chart again.
   *
   * @return whether the result of {@link #get} differs from the previous one
   */
  synchronized boolean load() {
    boolean isFirst = tried.getCount() > 0;
    var before = state;
    state = attempt(before.failures() + 1);
    tried.countDown();
    return !isFirst
        && !(state.chart().equals(before.chart()) && state.problem().equals(before.problem()));
  }

  /**
   * Loads the chart again if {@link #isLost}. Of several threads, only the first one loads it.
   *
   * @return as {@link #load}; false if another thread has loaded it
   */
  synchronized boolean loadIfLost() {
    return isLost() && load();
  }

  private State attempt(int tries) {
    try {
      return new State(Optional.of(loading.load(reference)), "", 0);
    } catch (ChartUnavailableException e) {
      return new State(Optional.empty(), e.problem(), tries);
    } catch (RuntimeException | Error e) {
      // Its message may quote a credential.
      var failure = e.getClass().getName();
      return new State(
          Optional.empty(), "chart " + reference + ": the operator failed with " + failure, tries);
    }
  }

  /** Returns the chart; waits for the first try. */
  Chart get() throws ChartUnavailableException {
    try {
      tried.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the chart is still being loaded");
    }
    var now = state;
    return now.chart().orElseThrow(() -> new ChartUnavailableException(now.problem()));
  }

  boolean isMissing() {
    return state.failures() > 0;
  }

  /** Returns whether another process deleted the copy on disk. */
  boolean isLost() {
    return state
        .chart()
        .filter(chart -> !Files.exists(chart.path().resolve("Chart.yaml")))
        .isPresent();
  }

  /** Returns the delay after the consecutive failed tries. */
  Duration delay() {
    var delay = FIRST_DELAY.multipliedBy(1L << Math.clamp(state.failures() - 1L, 0, 10));
    return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
  }
}
