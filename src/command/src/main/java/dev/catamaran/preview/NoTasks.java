package dev.catamaran.preview;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTasks;

/** Runs no task. */
final class NoTasks implements PeriodicTasks {
  @Override
  public void start(PeriodicTask task) {}

  @Override
  public void stop(String name) {}
}
