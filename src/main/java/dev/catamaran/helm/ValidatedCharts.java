package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Charts whose objects the API server's schema has accepted once. Checking them costs more than all
 * the rest of a call, and finds nothing new at the second time.
 */
final class ValidatedCharts {
  private final Set<String> digests = ConcurrentHashMap.newKeySet();

  void add(DesiredRelease desired) {
    digests.add(desired.chart().digest());
  }

  boolean contains(DesiredRelease desired) {
    return digests.contains(desired.chart().digest());
  }
}
