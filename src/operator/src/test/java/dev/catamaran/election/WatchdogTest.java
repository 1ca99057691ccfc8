package dev.catamaran.election;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private final Hold hold = Hold.begin();
  private final AtomicBoolean told = new AtomicBoolean();
  private final Watchdog watchdog = new Watchdog(hold, () -> told.set(true));

  @Test
  void tellsWhenNothingWasRenewedInTime() {
    hold.renewed(System.nanoTime(), Duration.ofMillis(100));
    watchdog.start();

    await().untilTrue(told);
  }

  @Test
  void tellsAtOnceWhenTheLeaseIsSomebodyElses() {
    hold.renewed(System.nanoTime(), Duration.ofHours(1));
    watchdog.start();

    hold.lose();
    watchdog.wake();

    await().untilTrue(told);
  }

  @Test
  void tellsNothingOnceTheProcessEndsInGoodOrder() throws InterruptedException {
    hold.renewed(System.nanoTime(), Duration.ofMillis(300));
    watchdog.start();
    watchdog.end();
    watchdog.join();

    assertFalse(told.get());
  }
}
