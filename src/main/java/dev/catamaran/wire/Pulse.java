package dev.catamaran.wire;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * When something last came on a connection; has the connection given up when it is too long ago.
 */
final class Pulse {
  private static final ScheduledThreadPoolExecutor TIMER =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("connections").daemon().factory());

  static {
    TIMER.setRemoveOnCancelPolicy(true);
  }

  private final long longest;
  private final Runnable ask;
  private final Runnable giveUp;
  private final Future<?> check;
  private volatile long last = System.nanoTime();

  /**
   * Begins.
   *
   * @param every how often to look
   * @param longest silence
   * @param ask called at each look
   * @param giveUp called once, if the silence is longer
   */
  Pulse(Duration every, Duration longest, Runnable ask, Runnable giveUp) {
    this.longest = longest.toNanos();
    this.ask = ask;
    this.giveUp = giveUp;
    this.check =
        TIMER.scheduleWithFixedDelay(
            this::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Something came. */
  void beat() {
    last = System.nanoTime();
  }

  void end() {
    check.cancel(false);
  }

  private void look() {
    if (System.nanoTime() - last <= longest) {
      ask.run();
    } else {
      end();
      // Whoever is told may take its time; the others are looked at meanwhile.
      Thread.startVirtualThread(giveUp);
    }
  }
}
