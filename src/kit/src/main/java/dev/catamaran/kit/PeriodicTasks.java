package dev.catamaran.kit;

/**
 * Runs periodic tasks while this instance of the operator leads, or from its start if there is no
 * election. When the operator stops, no further run begins, and a present run may continue for the
 * grace period.
 */
public interface PeriodicTasks {

  /**
   * Starts a task now, or when this instance begins to lead. It replaces a task of the same name
   * after the last run of that task has ended. So a reconciler may call this in its constructor,
   * which may run several times. A task that a constructor starts begins only when all classes of
   * watches.yaml could be made. It continues when the entry of the reconciler is removed.
   */
  void start(PeriodicTask task);

  /** Prevents further runs of a task; a present run continues. */
  void stop(String name);
}
