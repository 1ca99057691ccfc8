package dev.catamaran.kit;

import java.time.Duration;

/**
 * Periodic work that is not about one object: to look for leftovers, to renew what a third party
 * keeps, to count. Work about a primary belongs into its reconciler.
 *
 * @param name unique within the operator; it is in the log
 * @param period from the end of a run to the begin of the next; longer than zero
 * @param jitter maximum extension of a pause, as a fraction of the period: 0.1 for up to a tenth
 * @param first time of the first run
 * @param work one run; runs never overlap
 */
public record PeriodicTask(String name, Duration period, double jitter, First first, Work work) {
  private static final double DEFAULT_JITTER = 0.1;

  /** Time of the first run, counted from the begin of this instance's leadership. */
  public enum First {
    /** Without delay. */
    AT_ONCE,
    /** After one pause. */
    AFTER_A_PERIOD
  }

  /** What follows a run. */
  public enum Next {
    /** A pause, and another run. */
    AGAIN,
    /** Nothing: the task has ended. */
    STOP
  }

  /** One run. */
  @FunctionalInterface
  public interface Work {
    /**
     * Runs the work. It may be interrupted when the operator stops and the grace period is over.
     *
     * @return what follows
     * @throws Exception if it failed; that is logged, and the next run is after the usual pause
     */
    Next run() throws Exception;
  }

  /**
   * Checks the arguments.
   *
   * @throws IllegalArgumentException if the name is blank, the period not positive, or the jitter
   *     not between 0 and 1
   */
  public PeriodicTask {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a periodic task needs a name");
    }
    if (!period.isPositive()) {
      throw new IllegalArgumentException(
          "periodic task %s: the period %s is not positive".formatted(name, period));
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException(
          "periodic task %s: the jitter %s is not between 0 and 1".formatted(name, jitter));
    }
  }

  /** Returns a task with an immediate first run and pauses up to a tenth longer than the period. */
  public static PeriodicTask every(Duration period, String name, Work work) {
    return new PeriodicTask(name, period, DEFAULT_JITTER, First.AT_ONCE, work);
  }

  /** Returns this task with pauses up to that fraction of the period longer. */
  public PeriodicTask withJitter(double part) {
    return new PeriodicTask(name, period, part, first, work);
  }

  /** Returns this task with a pause before the first run. */
  public PeriodicTask afterAPeriod() {
    return new PeriodicTask(name, period, jitter, First.AFTER_A_PERIOD, work);
  }

  /**
   * Returns the length of a pause.
   *
   * @param random from 0 to 1
   */
  public Duration pause(double random) {
    return period.plusNanos((long) (period.toNanos() * jitter * random));
  }
}
