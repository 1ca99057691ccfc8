package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The failures of each primary. Status keeps them over a restart; while the process runs this is
 * asked first, since the watch may not have brought our own last write back yet.
 */
final class Backoffs {
  private final Map<String, Optional<Backoff>> byUid = new ConcurrentHashMap<>();

  Optional<Backoff> of(String uid, Optional<Backoff> inStatus) {
    return byUid.getOrDefault(uid, inStatus);
  }

  void failed(String uid, Backoff backoff) {
    byUid.put(uid, Optional.of(backoff));
  }

  void succeeded(String uid) {
    byUid.put(uid, Optional.empty());
  }

  void forget(String uid) {
    byUid.remove(uid);
  }
}
