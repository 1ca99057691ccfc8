package dev.catamaran.manager;

import static java.lang.management.MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Optional;
import javax.management.NotificationEmitter;

/**
 * Limits the garbage in the old generation of the heap. By itself the serial collector collects
 * this generation only when the heap has its limit, so an operator at rest would keep what a burst
 * of installations left.
 */
final class OldGeneration {
  /** The name in HotSpot, with the serial collector. Other collectors limit it by themselves. */
  private static final String SERIAL = "Tenured Gen";

  /** What an operator holds without any release, in bytes. A start has no collection below it. */
  private static final long LEAST = 24 << 20;

  private static final double GROWTH = 1.5;

  private final MemoryPoolMXBean pool;

  private OldGeneration(MemoryPoolMXBean pool) {
    this.pool = pool;
  }

  /** Returns the old generation of this process; empty with another collector than the serial. */
  static Optional<OldGeneration> ofSerialCollector() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals(SERIAL))
        .map(OldGeneration::new)
        .findFirst();
  }

  /** Collects whenever the generation has grown by half since the last collection. */
  void limitGarbage() {
    var memory = (NotificationEmitter) ManagementFactory.getMemoryMXBean();
    memory.addNotificationListener(
        (notification, unused) -> collect(),
        notification -> notification.getType().equals(MEMORY_THRESHOLD_EXCEEDED),
        null);
    pool.setUsageThreshold(threshold(0, pool.getUsage().getMax()));
  }

  private void collect() {
    System.gc();
    pool.setUsageThreshold(
        threshold(pool.getCollectionUsage().getUsed(), pool.getUsage().getMax()));
  }

  /**
   * The size that makes a collection due.
   *
   * @param live bytes after the last collection
   * @param limit bytes that the generation may have
   */
  static long threshold(long live, long limit) {
    return Math.min(Math.max((long) (live * GROWTH), LEAST), limit);
  }
}
