package dev.catamaran.informer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the uids of deleted objects for longer than an answer or an event can take. A deleted
 * uid never returns to the cluster. It can return to a watch by labels, in a later version.
 */
final class Tombstones {
  private static final int MOST = 10_000;

  /** The caller gives up an answer that takes longer than this. */
  private static final long KEPT = Duration.ofMinutes(5).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, Deletion> deletions = new LinkedHashMap<>();

  private record Deletion(long nanoTime, long version) {}

  Tombstones(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Records the deletion of the object with that uid.
   *
   * @param version all versions of the object up to this one are from before the deletion; 0 if
   *     unknown
   */
  void add(@Nullable String uid, long version) {
    if (uid == null) {
      return;
    }
    var now = nanoTime.getAsLong();
    deletions.remove(uid);
    for (var oldest = deletions.values().iterator(); oldest.hasNext(); oldest.remove()) {
      if (now - oldest.next().nanoTime() <= KEPT && deletions.size() < MOST) {
        break;
      }
    }
    deletions.put(uid, new Deletion(now, version));
  }

  /** Forgets the deletion: the object with that uid exists after all. */
  void remove(@Nullable String uid) {
    deletions.remove(uid);
  }

  boolean contains(@Nullable String uid) {
    return deletions.containsKey(uid);
  }

  /** Whether this version of the object with that uid is from before its deletion. */
  boolean hasOutlived(@Nullable String uid, long version) {
    var deletion = deletions.get(uid);
    return deletion != null && version <= deletion.version();
  }
}
