package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a phase.
 *
 * @param title with the unit
 * @param decimals how many to show
 * @param figure empty if the phase does not have it
 */
record Column(String title, int decimals, Function<Outcome, OptionalDouble> figure) {
  static final Column RATE = of("releases/s", 1, o -> o.operations() / o.usage().seconds());
  static final Column CPU_EACH = of("CPU ms each", 0, o -> each(o, o.usage().cpuSeconds()));
  static final Column CLUSTER_CPU_EACH =
      of("cluster CPU ms each", 0, o -> each(o, o.usage().clusterCpu()));
  static final Column REQUESTS_EACH =
      of("requests each", 1, o -> 1.0 * o.usage().requestCount() / o.operations());
  static final Column SECONDS = of("s", 1, o -> o.usage().seconds());
  static final Column CPU = of("CPU s", 1, o -> o.usage().cpuSeconds());
  static final Column CLUSTER_CPU = of("cluster CPU s", 1, o -> o.usage().clusterCpu());
  static final Column REQUESTS = of("requests", 0, o -> o.usage().requestCount());
  static final Column REQUEST_RATE =
      of("requests/s", 1, o -> o.usage().requestCount() / o.usage().seconds());
  static final Column CPU_SHARE = of("CPU % of a core", 2, o -> share(o, o.usage().cpuSeconds()));
  static final Column CLUSTER_CPU_SHARE =
      of("cluster CPU % of a core", 1, o -> share(o, o.usage().clusterCpu()));
  static final Column MEMORY = of("RSS MB", 0, o -> o.usage().residentMegabytes());

  static Column p50(String latency) {
    return latency(latency + " p50 ms", latency, Quantiles::p50);
  }

  static Column p99(String latency) {
    return latency(latency + " p99 ms", latency, Quantiles::p99);
  }

  private static Column latency(
      String title, String latency, ToDoubleFunction<Quantiles> quantile) {
    return new Column(
        title,
        0,
        outcome -> {
          var times = outcome.latencies().get(latency);
          return times == null
              ? OptionalDouble.empty()
              : OptionalDouble.of(quantile.applyAsDouble(times));
        });
  }

  private static Column of(String title, int decimals, ToDoubleFunction<Outcome> figure) {
    return new Column(title, decimals, o -> OptionalDouble.of(figure.applyAsDouble(o)));
  }

  private static double each(Outcome outcome, double seconds) {
    return 1000 * seconds / outcome.operations();
  }

  private static double share(Outcome outcome, double seconds) {
    return 100 * seconds / outcome.usage().seconds();
  }
}
