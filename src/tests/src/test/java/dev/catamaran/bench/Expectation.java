package dev.catamaran.bench;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Notes when a condition holds for each of some releases for the first time. */
final class Expectation {
  private final String what;
  private final Predicate<Seen> condition;
  private final Set<String> missing;
  private final Map<String, Long> times = new HashMap<>();
  private final CountDownLatch open;

  /**
   * A new expectation.
   *
   * @param what such as {@code installed}
   */
  Expectation(String what, Collection<String> releases, Predicate<Seen> condition) {
    this.what = what;
    this.condition = condition;
    this.missing = new HashSet<>(releases);
    this.open = new CountDownLatch(missing.size());
  }

  /** Looks at the present state of a release. */
  synchronized void look(String release, Seen seen) {
    if (missing.contains(release) && condition.test(seen)) {
      missing.remove(release);
      times.put(release, System.nanoTime());
      open.countDown();
    }
  }

  /** Waits until the condition holds for all, at most this time; returns whether it does. */
  boolean await(long millis) throws InterruptedException {
    return open.await(millis, TimeUnit.MILLISECONDS);
  }

  /** When the condition held for each release, in nanoseconds. */
  synchronized Map<String, Long> times() {
    return Map.copyOf(times);
  }

  /** The time of the last one. */
  synchronized long last() {
    return times.values().stream().mapToLong(Long::longValue).max().orElseThrow();
  }

  /** Such as {@code 3 of 50 installed}. */
  @Override
  public synchronized String toString() {
    return "%d of %d %s".formatted(times.size(), times.size() + missing.size(), what);
  }
}
