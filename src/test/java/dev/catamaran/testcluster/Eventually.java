package dev.catamaran.testcluster;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** Waits for what an operator brings about, or leaves alone. */
public final class Eventually {
  /** Kubernetes' garbage collector alone learns of new kinds only every 30 seconds. */
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration SLACK = Duration.ofSeconds(2);

  private Eventually() {}

  /**
   * Returns when {@code assertion} holds; throws what it says if it does not within 90 seconds. An
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

  /** Returns when {@code assertion} has held, from now on, for all of {@code time}. */
  public static void throughout(Duration time, ThrowingRunnable assertion) {
    Awaitility.await()
        .during(time)
        .atMost(time.plus(SLACK))
        .pollInterval(BETWEEN_LOOKS)
        .pollDelay(Duration.ZERO)
        .untilAsserted(assertion);
  }
}
