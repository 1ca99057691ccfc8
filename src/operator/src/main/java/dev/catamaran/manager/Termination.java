package dev.catamaran.manager;

import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process. The first SIGTERM or SIGINT stops the manager, or exits if there is no manager
 * yet. Later signals have no effect. A lost lease ends the process at once.
 */
final class Termination {
  private static final Logger log = LoggerFactory.getLogger(Termination.class);
  private static final int FAILED = 1;

  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private final AtomicReference<Runnable> onSignal = new AtomicReference<>(() -> System.exit(0));

  private Termination() {}

  /** Takes over the signals, except one that the parent lets this process ignore. */
  static Termination onSignals() {
    var termination = new Termination();
    handle("TERM", termination::signalled);
    handle("INT", termination::signalled);
    return termination;
  }

  /** Ends the process without another request: another instance may write from now on. */
  static void atOnce() {
    Runtime.getRuntime().halt(FAILED);
  }

  /** Stops {@code manager}, which has started, at the next signal. Returns the exit code then. */
  int await(Manager manager) {
    onSignal.set(() -> stop(manager));
    return exitCode.join();
  }

  /** Reacts to the first signal only: a terminal or make may send two at the same moment. */
  private void signalled() {
    onSignal.getAndSet(() -> {}).run();
  }

  private void stop(Manager manager) {
    if (!manager.stop()) {
      log.warn("A periodic task still runs; the lease is left to expire");
      atOnce();
    }
    exitCode.complete(0);
  }

  /**
   * Runs {@code action} at each signal {@code name}, on a thread of the JVM. The JDK's public API
   * cannot do that, only {@code sun.misc.Signal} can. It is accessed by name, because the
   * compiler's warning about it cannot be suppressed.
   *
   * @param name without SIG
   * @throws IllegalStateException if this JVM does not handle signals (-Xrs)
   */
  private static void handle(String name, Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var proxy =
          Proxy.newProxyInstance(
              Termination.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("signal " + name + " cannot be handled", e);
    }
  }
}
