package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HoldTest {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final Hold hold = new Hold(now::get);

  @Test
  void countsFromWhenTheRenewalWasSent() {
    long sent = now.get();
    pass(Duration.ofSeconds(4));
    hold.renewed(sent, DEADLINE);

    assertEquals(Duration.ofSeconds(6), hold.left());
    pass(Duration.ofSeconds(6));
    assertTrue(hold.isOver());
    assertEquals(Duration.ZERO, hold.left());
  }

  @Test
  void isNotRestoredByALateAnswer() {
    hold.renewed(now.get(), DEADLINE);
    pass(Duration.ofSeconds(9));
    long sent = now.get();
    pass(Duration.ofSeconds(2));
    hold.renewed(sent, DEADLINE);

    assertTrue(hold.isOver());
  }

  @Test
  void isOverAtOnceWhenAnotherReplicaHoldsTheLease() {
    hold.renewed(now.get(), DEADLINE);
    hold.lose();

    assertTrue(hold.isOver());
  }

  @Test
  void knowsWhetherItEndedLongAgo() {
    hold.renewed(now.get(), DEADLINE);
    pass(DEADLINE.plusMillis(100));

    assertTrue(hold.hasEndedWithin(Duration.ofMillis(200)));
    pass(Duration.ofMinutes(1));
    hold.renewed(now.get(), DEADLINE);
    assertFalse(hold.hasEndedWithin(Duration.ofMillis(200)));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
