package dev.catamaran.kit;

import java.time.Duration;

/**
 * Work that is done again and again, about no single object: to look for what is left over, to
 * renew what a third party keeps, to count. What is about a primary belongs into its reconciler.
 *
 * @param name unlike that of any other task of the operator; it is in the log
 * @param period from the end of a run to the begin of the next; longer than nothing
 * @param jitter how much longer a pause may be, as a part of the period: 0.1 for up to a tenth
 * @param first when the first run is
 * @param work what is done; runs never overlap
 */
public record PeriodicTask(String name, Duration period, double jitter, First first, Work work) {
  private static final double DEFAULT_JITTER = 0.1;

  /** When the first run is, counted from when this instance begins to lead. */
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
     * Does it. May be interrupted when the operator stops and the grace period is over.
     *
     * @return what follows
     * @throws Exception if it failed; that is logged, and the next run is after the usual pause
     */
    Next run() throws Exception;
  }

  /**
   * Checks what can be checked.
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

  /** Work of which the first run is at once, and pauses up to a tenth longer than the period. */
  public static PeriodicTask every(Duration period, String name, Work work) {
    return new PeriodicTask(name, period, DEFAULT_JITTER, First.AT_ONCE, work);
  }

  /** The same with pauses up to that part of the period longer. */
  public PeriodicTask withJitter(double part) {
    return new PeriodicTask(name, period, part, first, work);
  }

  /** The same with a pause before the first run. */
  public PeriodicTask afterAPeriod() {
    return new PeriodicTask(name, period, jitter, First.AFTER_A_PERIOD, work);
  }

  /**
   * A pause.
   *
   * @param random from 0 to 1
   */
  public Duration pause(double random) {
    return period.plusNanos((long) (period.toNanos() * jitter * random));
  }
}
