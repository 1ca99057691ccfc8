package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
              await(together);
              running.decrementAndGet();
              return input;
            });

    assertEquals(inputs, results);
    assertEquals(MOST, most.get());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("the others wait", e);
    }
  }

  @Test
  void endsAtAFailureWithoutAWaitForTheRest() {
    var failure = new IllegalArgumentException("wrong");

    var thrown =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () ->
                assertThrows(
                    IllegalArgumentException.class,
                    () ->
                        SideBySide.ofEach(
                            MOST, List.of(true, false), fails -> end(fails, failure))));

    assertEquals(failure, thrown);
  }

  private static boolean end(boolean fails, RuntimeException failure) {
    if (fails) {
      throw failure;
    }
    return wait(false, new CountDownLatch(1));
  }

  /** Waits until it is interrupted. */
  private static <T> T wait(T result, CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  @Test
  void endsIfItsThreadIsInterrupted() {
    Thread.currentThread().interrupt();

    assertThrows(
        CancellationException.class,
        () -> SideBySide.ofEach(MOST, List.of(1), input -> wait(input, new CountDownLatch(1))));
    assertTrue(Thread.interrupted());
  }
}
