package dev.catamaran.jmh;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What all runs of the benchmarks have in common: the times of single calls, and their allocations.
 * Other work on the machine disturbs a median less than a mean.
 */
final class Benchmarks {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private Benchmarks() {}

  /**
   * Returns the options of a run.
   *
   * @param only selects the benchmarks with this regular expression in their name
   */
  static ChainedOptionsBuilder options(String only) {
    return new OptionsBuilder()
        .include(only)
        .mode(Mode.SampleTime)
        .timeUnit(TimeUnit.MICROSECONDS)
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true);
  }

  /** Returns class and method. */
  static String name(RunResult result) {
    var name = result.getParams().getBenchmark();
    return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  }

  /** Returns the shortest time of a call, in microseconds. */
  static double fastest(RunResult result) {
    return result.getPrimaryResult().getStatistics().getMin();
  }

  /** Returns the median time of a call, in microseconds. */
  static double median(RunResult result) {
    return result.getPrimaryResult().getStatistics().getPercentile(50);
  }

  /** Returns how many bytes a call allocates. */
  static double allocatedBytes(RunResult result) {
    return Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED), ALLOCATED)
        .getScore();
  }
}
