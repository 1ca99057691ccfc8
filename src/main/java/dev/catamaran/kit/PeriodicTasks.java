package dev.catamaran.kit;

/**
 * Runs periodic tasks while this instance of the operator leads, or from its start where there is
 * no election. When the operator stops no run begins any more, and one that is under way may go on
 * for the grace period.
 */
public interface PeriodicTasks {

  /**
   * Has a task run from now on, or from when this instance leads. It takes the place of one of the
   * same name, after the last run of that has ended; so a reconciler may say it in its constructor,
   * of which there may be several calls.
   */
  void start(PeriodicTask task);

  /** Has no further run of a task begin; one that is under way goes on. */
  void stop(String name);
}
