package dev.catamaran.leader;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Holds the tasks of new reconcilers back until all of these can be made. If one cannot be made,
 * the previous reconcilers and their tasks stay in use.
 */
public final class StagedTasks implements PeriodicTasks {
  private final PeriodicTasks tasks;
  private final List<Consumer<PeriodicTasks>> held = new ArrayList<>();
  private boolean isCommitted;

  public StagedTasks(PeriodicTasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public void start(PeriodicTask task) {
    pass(to -> to.start(task));
  }

  @Override
  public void stop(String name) {
    pass(to -> to.stop(name));
  }

  /** Passes all on, from now on at once. */
  public synchronized void commit() {
    isCommitted = true;
    held.forEach(each -> each.accept(tasks));
    held.clear();
  }

  private synchronized void pass(Consumer<PeriodicTasks> request) {
    if (isCommitted) {
      request.accept(tasks);
    } else {
      held.add(request);
    }
  }
}
