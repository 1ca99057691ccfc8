package dev.catamaran.chartsource;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import java.nio.file.Files;
import java.time.Duration;
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

  private sealed interface State {
    record Untried() implements State {}

    record Loaded(Chart chart) implements State {}

    /** State after consecutive failed tries. */
    record Missing(String problem, int tries) implements State {}
  }

  private final ChartReference reference;
  private final Loading loading;
  private final CountDownLatch tried = new CountDownLatch(1);
  private volatile State state = new State.Untried();

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
    var before = state;
    state = attempt(before);
    tried.countDown();
    return switch (before) {
      case State.Untried ignored -> false;
      case State.Loaded loaded -> !loaded.equals(state);
      case State.Missing(var problem, var ignored) ->
          !(state instanceof State.Missing now && now.problem().equals(problem));
    };
  }

  /**
   * Loads the chart again if {@link #isLost}. Of several threads, only the first one loads it.
   *
   * @return as {@link #load}; false if another thread has loaded it
   */
  synchronized boolean loadIfLost() {
    return isLost() && load();
  }

  private State attempt(State before) {
    try {
      return new State.Loaded(loading.load(reference));
    } catch (ChartUnavailableException e) {
      return missing(e.problem(), before);
    } catch (RuntimeException | Error e) {
      // Its message may quote a credential.
      var failure = e.getClass().getName();
      return missing("chart " + reference + ": the operator failed with " + failure, before);
    }
  }

  private static State missing(String problem, State before) {
    return new State.Missing(
        problem, before instanceof State.Missing missing ? missing.tries() + 1 : 1);
  }

  /** Returns the chart; waits for the first try. */
  Chart get() throws ChartUnavailableException {
    try {
      tried.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the chart is still being loaded");
    }
    return switch (state) {
      case State.Loaded(var chart) -> chart;
      case State.Missing(var problem, var ignored) -> throw new ChartUnavailableException(problem);
      case State.Untried ignored -> throw new IllegalStateException("tried, and has no state");
    };
  }

  boolean isMissing() {
    return state instanceof State.Missing;
  }

  /** Returns whether another process deleted the copy on disk. */
  boolean isLost() {
    return state instanceof State.Loaded(var chart)
        && !Files.exists(chart.path().resolve("Chart.yaml"));
  }

  /** Returns the delay after the consecutive failed tries. */
  Duration delay() {
    int tries = state instanceof State.Missing missing ? missing.tries() : 1;
    var delay = FIRST_DELAY.multipliedBy(1L << Math.min(tries - 1, 10));
    return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
  }
}
