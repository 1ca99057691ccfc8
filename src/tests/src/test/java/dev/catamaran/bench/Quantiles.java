package dev.catamaran.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;

/**
 * A distribution of times.
 *
 * @param count how many
 * @param p50 median, in milliseconds
 * @param p99 the smallest time that at least 99 % do not exceed, in milliseconds
 * @param max the longest, in milliseconds
 */
record Quantiles(int count, double p50, double p99, double max) {

  /** Of these times in nanoseconds. */
  static Quantiles of(Collection<Long> nanos) {
    var sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return new Quantiles(sorted.length, rank(sorted, 0.5), rank(sorted, 0.99), rank(sorted, 1));
  }

  /** Of the times between two moments of the same releases. */
  static Quantiles between(Map<String, Long> from, Map<String, Long> to) {
    var nanos = new ArrayList<Long>();
    from.forEach((name, begin) -> nanos.add(Math.max(0, to.getOrDefault(name, begin) - begin)));
    return of(nanos);
  }

  private static double rank(long[] sorted, double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
  }
}
