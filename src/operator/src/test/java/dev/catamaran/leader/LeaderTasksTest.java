package dev.catamaran.leader;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTask.Work;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PeriodicTaskIT shows on a cluster that one instance runs them, until it ends. */
class LeaderTasksTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final Duration A_WHILE = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final LeaderTasks tasks = new LeaderTasks();
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void end() {
    tasks.end(Duration.ZERO);
  }

  @Test
  void continuesAfterAnExceptionAndAnErrorUntilItsWorkReturnsStop() {
    tasks.lead();
    tasks.start(
        every(
            SOON,
            () ->
                switch (runs.incrementAndGet()) {
                  case 1 -> throw new IllegalStateException("for this once");
                  case 2 -> throw new StackOverflowError();
                  case 3 -> PeriodicTask.Next.AGAIN;
                  default -> PeriodicTask.Next.STOP;
                }));

    eventually(() -> assertEquals(4, runs.get()));
    throughout(A_WHILE, () -> assertEquals(4, runs.get()));
  }

  @Test
  void replacesATaskOfTheSameNameWithoutOverlapAndStopsItByName() {
    var gate = new CountDownLatch(1);
    var oldRuns = new AtomicInteger();
    tasks.lead();
    tasks.start(every(SOON, () -> runBehind(gate, oldRuns)));
    eventually(() -> assertEquals(1, oldRuns.get()));

    tasks.start(every(SOON, this::count));
    throughout(A_WHILE, () -> assertEquals(0, runs.get()));
    gate.countDown();
    eventually(() -> assertTrue(runs.get() > 3));
    assertEquals(2, oldRuns.get(), "it has ended");

    tasks.stop("it");
    int most = runs.get() + 1;
    throughout(A_WHILE, () -> assertTrue(runs.get() <= most));
  }

  @Test
  void letsARunFinishWithinTheGracePeriodAndStartsNothingAfterwards() {
    var gate = new CountDownLatch(1);
    tasks.lead();
    tasks.start(every(LONG, () -> runBehind(gate, runs)));
    eventually(() -> assertEquals(1, runs.get()));

    new Thread(gate::countDown).start();
    assertTrue(tasks.end(LONG));
    assertEquals(2, runs.get());

    tasks.start(every(SOON, this::count));
    throughout(A_WHILE, () -> assertEquals(2, runs.get()));
  }

  private PeriodicTask.Next count() {
    runs.incrementAndGet();
    return PeriodicTask.Next.AGAIN;
  }

  private static PeriodicTask.Next runBehind(CountDownLatch gate, AtomicInteger counted)
      throws InterruptedException {
    counted.incrementAndGet();
    gate.await();
    counted.incrementAndGet();
    return PeriodicTask.Next.AGAIN;
  }

  private static PeriodicTask every(Duration period, Work work) {
    return PeriodicTask.every(period, "it", work);
  }
}
