package dev.catamaran.election;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when its hold on the lease is over. Its thread waits for nothing else: no
 * request, no lock, no log.
 */
final class Watchdog {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  /** Time limit of the last log line, because the reader of the log may be stuck. */
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

  /** Checks the hold at once. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** Stops watching the hold, because the process ends in good order. */
  void end() {
    ended = true;
    wake();
  }

  /** Waits for the end of the thread. */
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

  /**
   * Logs the loss. Waits for the log only while other instances still wait for the lease to expire.
   */
  private void tell() {
    var telling =
        Thread.ofPlatform()
            .daemon()
            .start(
                () ->
                    log.error(
                        "This instance lost the lease and ends, because another one may lead from now on"));
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
