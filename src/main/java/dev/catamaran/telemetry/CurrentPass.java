package dev.catamaran.telemetry;

/**
 * What is known of the pass that the present thread runs, as the logging library keeps its context:
 * whoever knows how the pass ends says so where it is known.
 */
public final class CurrentPass {
  private static final ThreadLocal<PassOutcome> OUTCOME =
      ThreadLocal.withInitial(() -> PassOutcome.SUCCESS);

  private CurrentPass() {}

  /**
   * Says how the pass ends, for one that ends without an exception; the last word counts. A pass of
   * which nobody says anything is a success, one that throws is a failure.
   */
  public static void endsIn(PassOutcome outcome) {
    OUTCOME.set(outcome);
  }

  /** What was said last. */
  public static PassOutcome outcome() {
    return OUTCOME.get();
  }

  /** Forgets what was said. */
  static void reset() {
    OUTCOME.remove();
  }
}
