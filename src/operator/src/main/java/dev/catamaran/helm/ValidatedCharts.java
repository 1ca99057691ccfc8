package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Charts with objects that the API server's schema has accepted once. A validation costs more than
 * the rest of a call, and a second one finds nothing new.
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
