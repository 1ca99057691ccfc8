package dev.catamaran.observe;

import dev.catamaran.cluster.ReleaseObjects;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Objects of served kinds, of which nothing is known. */
public final class QuietObjects {
  private static final Map<Class<?>, Object> NOTHING =
      Map.of(
          List.class, List.of(),
          Set.class, Set.of(),
          Map.class, Map.of(),
          Optional.class, Optional.empty(),
          boolean.class, false);

  private QuietObjects() {}

  /**
   * Returns such objects.
   *
   * @param answers of methods, by name, that answer something else
   */
  public static ReleaseObjects but(Map<String, Supplier<?>> answers) {
    return (ReleaseObjects)
        Proxy.newProxyInstance(
            ReleaseObjects.class.getClassLoader(),
            new Class<?>[] {ReleaseObjects.class},
            (proxy, method, arguments) ->
                answers
                    .getOrDefault(method.getName(), () -> NOTHING.get(method.getReturnType()))
                    .get());
  }
}
