package dev.catamaran.telemetry;

/**
 * The outcome of the pass on the present thread, stored like the logging library's context. The
 * code that knows the outcome sets it.
 */
public final class CurrentPass {
  private static final ThreadLocal<PassOutcome> OUTCOME =
      ThreadLocal.withInitial(() -> PassOutcome.SUCCESS);

  private CurrentPass() {}

  /**
   * Sets the outcome of a pass that ends without an exception; the last call counts. Without a
   * call, the pass is a success. A pass that throws is a failure.
   */
  public static void endsIn(PassOutcome outcome) {
    OUTCOME.set(outcome);
  }

  public static PassOutcome outcome() {
    return OUTCOME.get();
  }

  static void reset() {
    OUTCOME.remove();
  }
}
