package dev.catamaran.informer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers by uid what was deleted, for longer than an answer can be on its way. A uid never comes
 * back.
 */
final class Tombstones {
  private static final int MOST = 10_000;

  /** An answer that takes longer than this was given up by who asked. */
  private static final long KEPT = Duration.ofMinutes(5).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, Long> since = new LinkedHashMap<>();

  Tombstones(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The object with that uid has gone. */
  void add(@Nullable String uid) {
    if (uid == null) {
      return;
    }
    var now = nanoTime.getAsLong();
    since.remove(uid);
    for (var oldest = since.values().iterator(); oldest.hasNext(); oldest.remove()) {
      if (now - oldest.next() <= KEPT && since.size() < MOST) {
        break;
      }
    }
    since.put(uid, now);
  }

  /** The object with that uid is there after all. */
  void remove(@Nullable String uid) {
    since.remove(uid);
  }

  boolean contains(@Nullable String uid) {
    return since.containsKey(uid);
  }
}
