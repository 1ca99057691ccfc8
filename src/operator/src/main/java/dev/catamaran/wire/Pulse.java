package dev.catamaran.wire;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Time of the last data on a connection. After a silence that is too long, it gives the connection
 * up.
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
   * Starts the checks.
   *
   * @param every interval of the checks
   * @param longest longest allowed silence
   * @param ask called at each check within the limit
   * @param giveUp called once, after a longer silence
   */
  Pulse(Duration every, Duration longest, Runnable ask, Runnable giveUp) {
    this.longest = longest.toNanos();
    this.ask = ask;
    this.giveUp = giveUp;
    this.check =
        TIMER.scheduleWithFixedDelay(
            this::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Records that data came. */
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
      // The callback may be slow. It must not delay the checks of other connections.
      Thread.startVirtualThread(giveUp);
    }
  }
}
