package dev.catamaran.leader;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The periodic tasks of this instance. They start when it leads, and end when it stops. */
public final class LeaderTasks implements PeriodicTasks {
  /** Time for an interrupted run to notice the interruption. */
  private static final Duration TO_NOTICE = Duration.ofMillis(500);

  private final Map<String, TaskLoop> loops = new LinkedHashMap<>();
  private Phase phase = Phase.WAITING;

  private enum Phase {
    WAITING,
    LEADING,
    ENDED
  }

  @Override
  public synchronized void start(PeriodicTask task) {
    switch (phase) {
      case WAITING -> loops.put(task.name(), new TaskLoop(task, Optional.empty()));
      case LEADING -> replace(task);
      case ENDED -> {}
    }
  }

  @Override
  public synchronized void stop(String name) {
    Optional.ofNullable(loops.get(name)).ifPresent(TaskLoop::end);
  }

  public synchronized void lead() {
    if (phase == Phase.WAITING) {
      phase = Phase.LEADING;
      loops.values().forEach(TaskLoop::begin);
    }
  }

  /**
   * Ends all tasks.
   *
   * @param grace time for current runs; after that they are interrupted
   * @return whether all runs have ended
   */
  public boolean end(Duration grace) {
    var all = endAll();
    try {
      if (hasEnded(all, grace)) {
        return true;
      }
      all.forEach(TaskLoop::interrupt);
      return hasEnded(all, TO_NOTICE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Waits until all runs have ended, after {@link #end}.
   *
   * @param time the longest time to wait
   * @return whether all runs have ended
   */
  public boolean awaitEnd(Duration time) throws InterruptedException {
    return hasEnded(endAll(), time);
  }

  private void replace(PeriodicTask task) {
    stop(task.name());
    var loop = new TaskLoop(task, Optional.ofNullable(loops.get(task.name())));
    loops.put(task.name(), loop);
    loop.begin();
  }

  private synchronized Collection<TaskLoop> endAll() {
    phase = Phase.ENDED;
    loops.values().forEach(TaskLoop::end);
    return List.copyOf(loops.values());
  }

  private static boolean hasEnded(Collection<TaskLoop> all, Duration time)
      throws InterruptedException {
    var until = Instant.now().plus(time);
    for (var loop : all) {
      if (!loop.awaitEnd(Duration.between(Instant.now(), until))) {
        return false;
      }
    }
    return true;
  }

  /** Runs one task repeatedly, on its own thread. */
  private static final class TaskLoop {
    private static final Logger log = LoggerFactory.getLogger(LeaderTasks.class);

    private final PeriodicTask task;
    private Optional<TaskLoop> before;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    /** Prepares a loop. After {@link #begin}, it waits until the loop {@code before} has ended. */
    TaskLoop(PeriodicTask task, Optional<TaskLoop> before) {
      this.task = task;
      this.before = before;
      this.thread =
          Thread.ofPlatform()
              .name("task-" + task.name())
              .daemon()
              .unstarted(this::runAgainAndAgain);
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
}
