package dev.catamaran.election;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    eventually(() -> assertTrue(fired.get()));
  }

  @Test
  void firesAtOnceWhenAnotherReplicaHoldsTheLease() {
    hold.renewed(System.nanoTime(), Duration.ofHours(1));
    watchdog.start();

    hold.lose();
    watchdog.wake();

    eventually(() -> assertTrue(fired.get()));
  }

  @Test
  void doesNotFireAfterAnOrderlyEnd() throws InterruptedException {
    hold.renewed(System.nanoTime(), Duration.ofSeconds(10));
    watchdog.start();
    watchdog.end();
    watchdog.join();

    assertFalse(fired.get());
  }
}
