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
}
