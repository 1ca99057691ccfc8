package dev.catamaran.election;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private final Hold hold = Hold.begin();
  private final AtomicBoolean fired = new AtomicBoolean();
  private final Watchdog watchdog = new Watchdog(hold, () -> fired.set(true));

  @Test
  void firesWhenTheLeaseIsNotRenewedInTime() {
    hold.renewed(System.nanoTime(), Duration.ofMillis(100));
    watchdog.start();

    await().untilTrue(fired);
  }

  @Test
  void firesAtOnceWhenAnotherReplicaHoldsTheLease() {
    hold.renewed(System.nanoTime(), Duration.ofHours(1));
    watchdog.start();

    hold.lose();
    watchdog.wake();

    await().untilTrue(fired);
  }

  @Test
  void doesNotFireAfterAnOrderlyEnd() throws InterruptedException {
    hold.renewed(System.nanoTime(), Duration.ofMillis(300));
    watchdog.start();
    watchdog.end();
    watchdog.join();

    assertFalse(fired.get());
  }
}
