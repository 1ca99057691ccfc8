package dev.catamaran.informer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers by uid what was deleted, for longer than an answer or an event can be on its way. A uid
 * never comes back to the cluster; to a watch by labels it can, in a later version.
 */
final class Tombstones {
  private static final int MOST = 10_000;

  /** An answer that takes longer than this was given up by who asked. */
  private static final long KEPT = Duration.ofMinutes(5).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, Departure> departures = new LinkedHashMap<>();

  private record Departure(long nanoTime, long version) {}

  Tombstones(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * The object with that uid has gone.
   *
   * @param version every version of it up to this one is of before; 0 if that is not known
   */
  void add(@Nullable String uid, long version) {
    if (uid == null) {
      return;
    }
    var now = nanoTime.getAsLong();
    departures.remove(uid);
    for (var oldest = departures.values().iterator(); oldest.hasNext(); oldest.remove()) {
      if (now - oldest.next().nanoTime() <= KEPT && departures.size() < MOST) {
        break;
      }
    }
    departures.put(uid, new Departure(now, version));
  }

  /** The object with that uid is there after all. */
  void remove(@Nullable String uid) {
    departures.remove(uid);
  }

  boolean contains(@Nullable String uid) {
    return departures.containsKey(uid);
  }

  /** Whether this version of the object with that uid was there before it went. */
  boolean hasOutlived(@Nullable String uid, long version) {
    var departure = departures.get(uid);
    return departure != null && version <= departure.version();
  }
}
