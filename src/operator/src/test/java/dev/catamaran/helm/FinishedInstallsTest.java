package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FinishedInstallsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final AtomicInteger signals = new AtomicInteger();

  @Test
  void sendsTheSignalAfterSoManyInstallations() {
    var installs = new FinishedInstalls(3, PATIENCE, signals::incrementAndGet);

    install(installs, 2);
    assertEquals(0, signals.get());
    install(installs, 1);
    assertEquals(1, signals.get());
    install(installs, 5);
    assertEquals(2, signals.get());
    install(installs, 1);
    assertEquals(3, signals.get());
  }

  /** Helm starts the goroutine before it does anything that can fail. */
  @Test
  void countsFailedInstallations() {
    var installs = new FinishedInstalls(1, PATIENCE, signals::incrementAndGet);

    assertThrows(
        IllegalStateException.class,
        () ->
            installs.run(
                () -> {
                  throw new IllegalStateException("failed");
                }));

    assertEquals(1, signals.get());
  }

  @Test
  void sendsNoSignalWhileAnInstallationRuns() throws Exception {
    var running = new CountDownLatch(1);
    var free = new CountDownLatch(1);
    var wasFree = new CompletableFuture<Boolean>();
    var installs = new FinishedInstalls(1, PATIENCE, () -> wasFree.complete(free.getCount() == 0));
    var slow = CompletableFuture.runAsync(() -> installs.run(() -> pause(running, free)));
    running.await();
    var quick = CompletableFuture.runAsync(() -> installs.run(() -> {}));

    assertFalse(wasFree.isDone(), "the signal was sent while an installation ran");
    free.countDown();

    assertTrue(wasFree.get(), "the signal was sent while an installation ran");
    quick.get();
    slow.get();
  }

  @Test
  void startsNoInstallationUntilTheSignalIsDelivered() throws Exception {
    var sending = new CountDownLatch(1);
    var sent = new CountDownLatch(1);
    var installs = new FinishedInstalls(1, PATIENCE, () -> pause(sending, sent));
    var first = CompletableFuture.runAsync(() -> installs.run(() -> {}));
    sending.await();
    var wasSent = new CompletableFuture<Boolean>();
    var next =
        CompletableFuture.runAsync(
            () -> installs.run(() -> wasSent.complete(sent.getCount() == 0)));

    assertFalse(wasSent.isDone(), "an installation began while the signal was sent");
    sent.countDown();

    assertTrue(wasSent.get(), "an installation began while the signal was sent");
    first.get();
    next.get();
  }

  @Test
  void givesUpIfAnInstallationRunsForLong() throws Exception {
    var running = new CountDownLatch(1);
    var free = new CountDownLatch(1);
    var installs = new FinishedInstalls(1, Duration.ofMillis(1), signals::incrementAndGet);
    var slow = CompletableFuture.runAsync(() -> installs.run(() -> pause(running, free)));
    running.await();

    install(installs, 2);

    assertEquals(0, signals.get());
    free.countDown();
    slow.get();
    assertEquals(1, signals.get());
  }

  private static void install(FinishedInstalls installs, int times) {
    for (int i = 0; i < times; i++) {
      installs.run(() -> {});
    }
  }

  private static void pause(CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      assertTrue(end.await(2, TimeUnit.MINUTES), "never freed");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
