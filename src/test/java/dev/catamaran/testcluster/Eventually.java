package dev.catamaran.testcluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** Waits for what an operator brings about, or leaves alone. */
public final class Eventually {
  /**
   * Kubernetes' garbage collector alone learns of new kinds every 30 seconds, and machines are
   * slow.
   */
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private Eventually() {}

  /**
   * Returns when {@code assertion} holds; throws what it says if it does not within 3 minutes. An
   * exception, such as of the first of a list that is empty still, is a no like any other.
   */
  public static void eventually(ThrowingRunnable assertion) {
    Awaitility.await()
        .ignoreExceptions()
        .atMost(TIMEOUT)
        .pollInterval(BETWEEN_LOOKS)
        .pollDelay(Duration.ZERO)
        .untilAsserted(assertion);
  }

  /**
   * Returns when {@code assertion} has held, from now on, for all of {@code time}; throws what it
   * says as soon as it does not. However slow the machine is, it has looked at the end.
   */
  public static void throughout(Duration time, ThrowingRunnable assertion) {
    long end = System.nanoTime() + time.toNanos();
    boolean isLast;
    do {
      isLast = System.nanoTime() >= end;
      look(assertion);
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    } while (!isLast);
  }

  private static void look(ThrowingRunnable assertion) {
    try {
      assertion.run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
