package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  private static final int MOST = 4;

  @Test
  void returnsTheResultsInOrderAndWorksOnSomeAtATime() {
    var inputs = IntStream.range(0, 100).boxed().toList();
    var together = new CyclicBarrier(MOST);
    var running = new AtomicInteger();
    var most = new AtomicInteger();

    var results =
        SideBySide.ofEach(
            MOST,
            inputs,
            input -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              assertDoesNotThrow(() -> together.await(20, TimeUnit.SECONDS), "the others wait");
              running.decrementAndGet();
              return input;
            });

    assertEquals(inputs, results);
    assertEquals(MOST, most.get());
  }

  @Test
  void endsAtAFailureWithoutAWaitForTheRest() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThrows(
                IllegalArgumentException.class,
                () -> SideBySide.ofEach(MOST, List.of(true, false), SideBySideTest::failOrWait)));
  }

  /** Waits until it is interrupted. */
  private static boolean failOrWait(boolean fails) {
    if (fails) {
      throw new IllegalArgumentException("wrong");
    }
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  @Test
  void endsIfItsThreadIsInterrupted() {
    Thread.currentThread().interrupt();

    assertThrows(
        CancellationException.class,
        () -> SideBySide.ofEach(MOST, List.of(false), SideBySideTest::failOrWait));
    assertTrue(Thread.interrupted());
  }
}
