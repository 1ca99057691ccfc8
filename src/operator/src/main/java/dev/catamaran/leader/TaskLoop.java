package dev.catamaran.leader;

import dev.catamaran.kit.PeriodicTask;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one task repeatedly, on its own thread. */
final class TaskLoop {
  private static final Logger log = LoggerFactory.getLogger(TaskLoop.class);

  private final PeriodicTask task;
  private Optional<TaskLoop> before;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  /** Prepares a loop. After {@link #begin}, it waits until the loop {@code before} has ended. */
  TaskLoop(PeriodicTask task, Optional<TaskLoop> before) {
    this.task = task;
    this.before = before;
    this.thread =
        Thread.ofPlatform().name("task-" + task.name()).daemon().unstarted(this::runAgainAndAgain);
  }

  void begin() {
    thread.start();
  }

  /** Prevents further runs. */
  void end() {
    ended.countDown();
  }

  /** Waits until the loop has ended, at most for {@code time}; returns whether it has ended. */
  boolean awaitEnd(Duration time) throws InterruptedException {
    return thread.getState() == Thread.State.NEW || thread.join(time);
  }

  /** Interrupts the current run. The run throws if it waits for something. */
  void interrupt() {
    thread.interrupt();
  }

  private void runAgainAndAgain() {
    try {
      if (before.isPresent()) {
        before.get().thread.join();
        before = Optional.empty(); // Else each loop would keep all loops before it in memory.
      }
      var pause =
          switch (task.first()) {
            case AT_ONCE -> Duration.ZERO;
            case AFTER_A_PERIOD -> pause();
          };
      while (!ended.await(pause.toNanos(), TimeUnit.NANOSECONDS) && isToRunAgain()) {
        pause = pause();
      }
    } catch (InterruptedException e) {
      log.warn("Periodic task {} was interrupted: it outlasted the grace period", task.name());
    }
  }

  private boolean isToRunAgain() throws InterruptedException {
    try {
      return switch (task.work().run()) {
        case AGAIN -> true;
        case STOP -> {
          log.info("Periodic task {} has ended", task.name());
          yield false;
        }
      };
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      log.warn("Periodic task {} failed, and runs again: {}", task.name(), said(e));
      log.debug("Periodic task {} failed", task.name(), e);
      return true;
    }
  }

  private Duration pause() {
    return task.pause(ThreadLocalRandom.current().nextDouble());
  }

  private static String said(Throwable failure) {
    return Optional.ofNullable(failure.getMessage()).orElse(failure.getClass().getSimpleName());
  }
}
