package dev.catamaran.report;

import dev.catamaran.release.Backoff;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Failures of each primary. The status keeps them over a restart. While the process runs, this
 * memory has priority, since the watch may not have delivered the operator's last write yet.
 */
public final class Backoffs {
  private final Map<String, Optional<Backoff>> byUid = new ConcurrentHashMap<>();

  public Optional<Backoff> of(String uid, Optional<Backoff> inStatus) {
    return byUid.getOrDefault(uid, inStatus);
  }

  /** Records the end of a pass over {@code input}. Returns the present failures. */
  public Optional<Backoff> note(
      String uid, FailureEffect effect, Optional<Backoff> before, String input, Instant now) {
    var after = effect.after(before, input, now);
    byUid.put(uid, after);
    return after;
  }

  public void forget(String uid) {
    byUid.remove(uid);
  }
}
