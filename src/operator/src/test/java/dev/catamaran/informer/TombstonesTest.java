package dev.catamaran.informer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TombstonesTest {
  private final AtomicLong now = new AtomicLong();
  private final Tombstones gone = new Tombstones(now::get);

  @Test
  void keepsAnEntryLongerThanARequestTakes() {
    gone.add("a", 0);
    now.addAndGet(Duration.ofMinutes(4).toNanos());
    gone.add("b", 0);
    assertTrue(gone.contains("a"));
    now.addAndGet(Duration.ofMinutes(2).toNanos());
    gone.add("c", 0);
    assertFalse(gone.contains("a"));
    assertTrue(gone.contains("b"));
  }

  @Test
  void hasABoundedSize() {
    for (int i = 0; i <= 10_000; i++) {
      gone.add("uid-" + i, 0);
    }
    assertFalse(gone.contains("uid-0"));
    assertTrue(gone.contains("uid-1"));
    assertTrue(gone.contains("uid-10000"));
  }
}
