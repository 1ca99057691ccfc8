package dev.catamaran.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTask.Next;
import dev.catamaran.kit.PeriodicTask.Work;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskLoopTest {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final List<String> happened = new CopyOnWriteArrayList<>();
  private final CountDownLatch began = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);

  @Test
  void runsAgainUntilItsWorkReturnsStop() throws InterruptedException {
    var loop =
        begun(
            SOON,
            () -> {
              happened.add("run");
              return happened.size() < 3 ? Next.AGAIN : Next.STOP;
            });

    assertTrue(loop.awaitEnd(LONG));
    assertEquals(List.of("run", "run", "run"), happened);
  }

  @Test
  void continuesAfterAnExceptionAndAfterAnError() throws InterruptedException {
    var loop =
        begun(
            SOON,
            () -> {
              happened.add("run");
              return switch (happened.size()) {
                case 1 -> throw new IllegalStateException("for this once");
                case 2 -> throw new StackOverflowError();
                default -> Next.STOP;
              };
            });

    assertTrue(loop.awaitEnd(LONG));
    assertEquals(3, happened.size());
  }

  @Test
  void letsTheRunFinishAfterWhichItEnds() throws InterruptedException {
    var loop = begun(SOON, this::waitAtTheGate);
    began.await();

    loop.end();
    assertFalse(loop.awaitEnd(SOON), "the run still waits");
    gate.countDown();

    assertTrue(loop.awaitEnd(LONG));
    assertEquals(List.of("began", "finished"), happened);
  }

  @Test
  void endsItsPauseAtOnce() throws InterruptedException {
    var loop =
        begun(
            LONG,
            () -> {
              began.countDown();
              return Next.AGAIN;
            });
    began.await();

    loop.end();

    assertTrue(loop.awaitEnd(Duration.ofMinutes(1)));
  }

  @Test
  void runsNothingInItsFirstPause() throws InterruptedException {
    var loop = new TaskLoop(task(LONG, this::waitAtTheGate).afterAPeriod(), Optional.empty());
    loop.begin();

    loop.end();

    assertTrue(loop.awaitEnd(LONG));
    assertEquals(List.of(), happened);
  }

  @Test
  void runsNothingAfterItsEnd() throws InterruptedException {
    var loop = new TaskLoop(task(SOON, this::waitAtTheGate), Optional.empty());
    assertTrue(loop.awaitEnd(Duration.ZERO), "it never began");

    loop.end();
    loop.begin();

    assertTrue(loop.awaitEnd(LONG));
    assertEquals(List.of(), happened);
  }

  @Test
  void endsWithARunThatIsInterrupted() throws InterruptedException {
    var loop = begun(SOON, this::waitAtTheGate);
    began.await();

    loop.interrupt();

    assertTrue(loop.awaitEnd(LONG));
    assertEquals(List.of("began"), happened);
  }

  @Test
  void waitsForTheLoopBefore() throws InterruptedException {
    var old = begun(SOON, this::waitAtTheGate);
    began.await();
    var replacement = new TaskLoop(task(SOON, this::stop), Optional.of(old));
    replacement.begin();

    old.end();
    assertFalse(replacement.awaitEnd(SOON));
    gate.countDown();

    assertTrue(replacement.awaitEnd(LONG));
    assertEquals(List.of("began", "finished", "stopped"), happened);
  }

  @Test
  void runsNothingIfItIsInterruptedBehindTheLoopBefore() throws InterruptedException {
    var old = begun(SOON, this::waitAtTheGate);
    began.await();
    var replacement = new TaskLoop(task(SOON, this::stop), Optional.of(old));
    replacement.begin();

    replacement.interrupt();

    assertTrue(replacement.awaitEnd(LONG));
    assertEquals(List.of("began"), happened);
    old.interrupt();
  }

  private TaskLoop begun(Duration period, Work work) {
    var loop = new TaskLoop(task(period, work), Optional.empty());
    loop.begin();
    return loop;
  }

  private static PeriodicTask task(Duration period, Work work) {
    return PeriodicTask.every(period, "it", work);
  }

  private Next waitAtTheGate() throws InterruptedException {
    happened.add("began");
    began.countDown();
    assertTrue(gate.await(LONG.toMillis(), TimeUnit.MILLISECONDS));
    happened.add("finished");
    return Next.AGAIN;
  }

  private Next stop() {
    happened.add("stopped");
    return Next.STOP;
  }
}
