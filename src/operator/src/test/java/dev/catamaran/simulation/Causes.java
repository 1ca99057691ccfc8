package dev.catamaran.simulation;

import dev.catamaran.watch.Watch.DriftPolicy;

/**
 * How many revisions the operator may deploy in a history. Every one needs a cause, as in {@code
 * trial/Account}: faults, restarts, time and touched objects are none. Several causes before the
 * next pass are one.
 */
final class Causes {
  private int count;
  private boolean isOpen;
  private boolean mayFail;

  void note(Step step) {
    mayFail |= step instanceof Step.Write write && !write.flaw().isEmpty();
    mayFail |= step instanceof Step.Configure;
    if (isCause(step) && (!isOpen || step instanceof Step.Pass)) {
      count++;
      isOpen = true;
    }
  }

  /** A pass begins. */
  void close() {
    isOpen = false;
  }

  /** Bad input is tried again, and each try may be undone. */
  int most(Settings settings) {
    // What nobody repairs does not become ready.
    boolean isUnready = settings.waits() && settings.drift() != DriftPolicy.CORRECT;
    return mayFail || isUnready ? count * 2 * (settings.retries() + 2) : count;
  }

  private static boolean isCause(Step step) {
    return switch (step) {
      // A later pass sees the rest of the last cause.
      case Step.Pass(var number, var late) -> late != Step.Late.NOTHING;
      case Step.Write ignored -> true;
      case Step.Configure ignored -> true;
      case Step.ReplaceChart ignored -> true;
      case Step.Annotate ignored -> true;
      case Step.ByHand ignored -> true;
      case Step.Secrets ignored -> true;
      // Helm may fail at a fault. But what it deployed stays, whatever happens until the status
      // reports it.
      case Step.Fault ignored -> false;
      case Step.Restart ignored -> false;
      case Step.Meanwhile ignored -> false;
      case Step.Wait ignored -> false;
      case Step.OfOthers ignored -> false;
    };
  }
}
