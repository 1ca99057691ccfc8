package dev.catamaran.manager;

import java.lang.reflect.Proxy;

/**
 * Replaces handlers of operating system signals. The JDK's public API cannot do that, only {@code
 * sun.misc.Signal} can. It is accessed by name, because the compiler's warning about it cannot be
 * suppressed.
 */
final class Signals {
  private Signals() {}

  /**
   * Runs {@code action} at each signal {@code name}, on a thread of the JVM.
   *
   * @param name without SIG
   * @throws IllegalStateException if this JVM does not handle signals (-Xrs)
   */
  static void handle(String name, Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
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
