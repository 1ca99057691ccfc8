package dev.catamaran.leader;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTask.Work;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LeaderTasksTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final Duration A_WHILE = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final LeaderTasks tasks = new LeaderTasks();
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void end() {
    tasks.end(Duration.ZERO);
  }

  @Test
  void runsNothingBeforeItLeads() {
    tasks.start(every(SOON, this::count));
    throughout(A_WHILE, () -> assertEquals(0, runs.get()));

    tasks.lead();

    eventually(() -> assertTrue(runs.get() > 3));
  }

  @Test
  void waitsAPeriodBeforeTheFirstRunWhereAsked() {
    tasks.lead();
    tasks.start(every(LONG, this::count).afterAPeriod());

    throughout(A_WHILE, () -> assertEquals(0, runs.get()));
  }

  @Test
  void continuesAfterAFailedRun() {
    tasks.lead();
    tasks.start(
        every(
            SOON,
            () -> {
              count();
              throw new IllegalStateException("for this once");
            }));

    eventually(() -> assertTrue(runs.get() > 3));
  }

  @Test
  void endsWhenItsWorkReturnsStop() {
    tasks.lead();
    tasks.start(
        every(
            SOON,
            () ->
                count() == PeriodicTask.Next.AGAIN && runs.get() < 3
                    ? PeriodicTask.Next.AGAIN
                    : PeriodicTask.Next.STOP));

    eventually(() -> assertEquals(3, runs.get()));
    throughout(A_WHILE, () -> assertEquals(3, runs.get()));
  }

  @Test
  void replacesATaskOfTheSameNameWithoutOverlap() {
    var gate = new CountDownLatch(1);
    var isOldRunning = new AtomicBoolean();
    tasks.lead();
    tasks.start(
        every(
            SOON,
            () -> {
              isOldRunning.set(true);
              gate.await();
              isOldRunning.set(false);
              return PeriodicTask.Next.AGAIN;
            }));
    eventually(() -> assertTrue(isOldRunning.get()));

    tasks.start(every(SOON, this::count));
    throughout(A_WHILE, () -> assertEquals(0, runs.get()));
    gate.countDown();

    eventually(() -> assertTrue(runs.get() > 3));
    throughout(A_WHILE, () -> assertFalse(isOldRunning.get()));
  }

  @Test
  void runsNoMoreWhenStoppedByName() {
    tasks.lead();
    tasks.start(every(SOON, this::count));
    eventually(() -> assertTrue(runs.get() > 0));

    tasks.stop("it");

    throughout(A_WHILE, runsStayWithin(1));
  }

  @Test
  void letsARunFinishWithinTheGracePeriod() {
    var gate = new CountDownLatch(1);
    startWith(gate);
    var releasing = new Thread(gate::countDown);

    releasing.start();

    assertTrue(tasks.end(LONG));
    assertEquals(2, runs.get());
  }

  @Test
  void interruptsARunThatOutlastsTheGracePeriod() throws InterruptedException {
    startWith(new CountDownLatch(1));

    assertTrue(tasks.end(SOON) || tasks.awaitEnd(LONG), "the run must notice, also if late");
    assertEquals(1, runs.get());
  }

  @Test
  void reportsARunThatCannotBeStopped() {
    var isOver = new AtomicBoolean();
    tasks.lead();
    tasks.start(
        every(
            SOON,
            () -> {
              count();
              while (!isOver.get()) {
                Thread.onSpinWait();
              }
              return PeriodicTask.Next.STOP;
            }));
    eventually(() -> assertEquals(1, runs.get()));

    assertFalse(tasks.end(SOON));
    isOver.set(true);
  }

  @Test
  void startsNothingAfterItsEnd() {
    tasks.lead();
    assertTrue(tasks.end(SOON));

    tasks.start(every(SOON, this::count));

    throughout(A_WHILE, () -> assertEquals(0, runs.get()));
  }

  /** Starts a run that ends when the gate opens. */
  private void startWith(CountDownLatch gate) {
    tasks.lead();
    tasks.start(
        every(
            LONG,
            () -> {
              count();
              gate.await();
              return count();
            }));
    eventually(() -> assertTrue(runs.get() > 0));
  }

  private PeriodicTask.Next count() {
    runs.incrementAndGet();
    return PeriodicTask.Next.AGAIN;
  }

  private Executable runsStayWithin(int more) {
    int most = runs.get() + more;
    return () -> assertTrue(runs.get() <= most, () -> runs.get() + " runs");
  }

  private static PeriodicTask every(Duration period, Work work) {
    return PeriodicTask.every(period, "it", work);
  }
}
