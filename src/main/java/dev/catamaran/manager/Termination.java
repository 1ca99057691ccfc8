package dev.catamaran.manager;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ends the process. A first SIGTERM or SIGINT stops the manager, or exits while there is none yet;
 * a second one ends at once, and so does a lost lease.
 */
final class Termination {
  private static final int FAILED = 1;

  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private final AtomicReference<Runnable> onSignal = new AtomicReference<>(() -> System.exit(0));

  private Termination() {}

  /**
   * Takes the signals over. To be called as soon as Helm's native library has been used, which
   * takes them over itself, and then loses them.
   */
  static Termination onSignals() {
    var termination = new Termination();
    Signals.handle("TERM", termination::signalled);
    Signals.handle("INT", termination::signalled);
    return termination;
  }

  /** Ends without another request: somebody else may write from here on. */
  static void atOnce() {
    Runtime.getRuntime().halt(FAILED);
  }

  /** Has the next signal stop {@code manager}, which has started; returns the exit code then. */
  int await(Manager manager) {
    onSignal.set(() -> stop(manager));
    return exitCode.join();
  }

  /** The first signal is enough: a terminal or make may well send the second in the same moment. */
  private void signalled() {
    onSignal.getAndSet(() -> {}).run();
  }

  private void stop(Manager manager) {
    if (!manager.stop()) {
      atOnce();
    }
    exitCode.complete(0);
  }
}
