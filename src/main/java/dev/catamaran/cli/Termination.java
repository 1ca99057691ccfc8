package dev.catamaran.cli;

import dev.catamaran.manager.Manager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the process: on SIGTERM and SIGINT after the manager has stopped, and at once on a second
 * one of them, or when it must not write any more. Helm's native library takes both signals over
 * when it is first used, so this must be made after that.
 */
final class Termination {
  private static final int FAILED = 1;

  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();

  private Termination() {}

  /** Has signals stop {@code manager}. */
  static Termination of(Manager manager) {
    var termination = new Termination();
    Signals.handle("TERM", () -> termination.begin(manager));
    Signals.handle("INT", () -> termination.begin(manager));
    return termination;
  }

  /** Ends without another request: somebody else may write from here on. */
  static void atOnce() {
    Runtime.getRuntime().halt(FAILED);
  }

  /** Waits for the end; returns the exit code. */
  int await() {
    return exitCode.join();
  }

  private void begin(Manager manager) {
    if (!begun.compareAndSet(false, true)) {
      atOnce();
    }
    Thread.ofPlatform()
        .name("termination")
        .start(
            () -> {
              if (!manager.stop()) {
                Runtime.getRuntime().halt(FAILED);
              }
              exitCode.complete(0);
            });
  }
}
