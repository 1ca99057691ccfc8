package dev.catamaran.manager;

import java.lang.reflect.Proxy;

/**
 * Replaces handlers of operating system signals. The JDK's public API cannot do that, only {@code
 * sun.misc.Signal} can; it is reached by name, as the compiler warns of it without a way to say
 * that it is meant.
 */
final class Signals {
  private Signals() {}

  /**
   * Has {@code action} run at each signal {@code name}, on a thread of the JVM.
   *
   * @param name without SIG
   * @throws IllegalStateException if this JVM leaves signals alone (-Xrs)
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
