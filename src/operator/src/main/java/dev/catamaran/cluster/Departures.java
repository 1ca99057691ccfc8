package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How objects that may end were seen last, before they went. In memory: what a revision needs for
 * longer is recorded with it.
 */
final class Departures {
  private static final int MOST = 10_000;

  private final Map<ObjectKey, Optional<Ending>> last =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Optional<Ending>> eldest) {
          return size() > MOST;
        }
      };

  private final Set<ObjectKey> missed = ConcurrentHashMap.newKeySet();

  /** Notes how an object that went was last seen. */
  synchronized void left(ObjectKey key, Optional<Ending> ending) {
    if (Endings.mayEnd(key)) {
      last.put(key, ending);
    }
  }

  synchronized void arrived(ObjectKey key) {
    last.remove(key);
    missed.remove(key);
  }

  /** Notes that an object should exist, and does not according to a request. */
  void missed(ObjectKey key) {
    if (missed.size() >= MOST) {
      missed.clear();
    }
    missed.add(key);
  }

  /** Whether the last request for an object found that it is missing. */
  boolean isMissed(ObjectKey key) {
    return missed.contains(key);
  }

  /** Returns its end; empty if it went before its end, or nothing is known. */
  synchronized Optional<Ending> ending(ObjectKey key) {
    return last.getOrDefault(key, Optional.empty());
  }

  /** Whether it was seen before it went. */
  synchronized boolean knows(ObjectKey key) {
    return last.containsKey(key);
  }
}
