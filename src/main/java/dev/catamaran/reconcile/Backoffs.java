package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import java.time.Instant;
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

  /** Takes note of how a pass over {@code input} ended; returns the failures that there are now. */
  Optional<Backoff> note(
      String uid, Tally tally, Optional<Backoff> before, String input, Instant now) {
    var after = tally.after(before, input, now);
    byUid.put(uid, after);
    return after;
  }

  void forget(String uid) {
    byUid.remove(uid);
  }
}
