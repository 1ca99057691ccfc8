package dev.catamaran.election;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when its hold on the lease is over, on a thread that waits for nothing else: no
 * request, no lock, no log.
 */
final class Watchdog {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  /** Whatever reads the log may be stuck. */
  private static final Duration TO_TELL = Duration.ofMillis(200);

  private final Hold hold;
  private final Thread thread;
  private volatile boolean ended;

  Watchdog(Hold hold, Runnable onLost) {
    this.hold = hold;
    this.thread =
        Thread.ofPlatform().daemon().name("lease-watchdog").unstarted(() -> watch(onLost));
  }

  void start() {
    thread.start();
  }

  /** Has it look at once. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** The process ends in good order: the hold is no longer watched. */
  void end() {
    ended = true;
    wake();
  }

  /** Waits until it has ended. */
  void join() throws InterruptedException {
    thread.join();
  }

  private void watch(Runnable onLost) {
    while (!ended) {
      var left = hold.left();
      if (left.isZero()) {
        tell();
        onLost.run();
        return;
      }
      LockSupport.parkNanos(this, left.toNanos());
    }
  }

  /** Waits for the log only while others still wait for the lease to run out. */
  private void tell() {
    var telling =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> log.error("The lease is lost, and another instance may write from now on"));
    if (!hold.hasEndedWithin(TO_TELL)) {
      return;
    }
    try {
      var unused = telling.join(TO_TELL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
