package dev.catamaran.controller;

import dev.catamaran.api.ManagerException;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.watch.Watch;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * A class that an entry of watches.yaml names.
 *
 * @param watch the entry
 * @param name fully qualified
 */
public record NamedClass(Watch watch, String name) {

  /**
   * Loads the class.
   *
   * @throws ManagerException if it is not on the class path, cannot be initialized, or has another
   *     type
   */
  public <T> Class<? extends T> load(Class<T> type) {
    try {
      var found = Class.forName(name);
      if (!type.isAssignableFrom(found)) {
        throw problem(watch, name + " does not implement " + type.getName());
      }
      return found.asSubclass(type);
    } catch (ClassNotFoundException e) {
      throw problem(watch, name + " is not on the class path");
    } catch (LinkageError e) {
      throw problem(watch, name + " cannot be loaded: " + cause(e));
    }
  }

  /**
   * Makes an instance with the public constructor that takes an {@link OperatorRuntime}, or else
   * with the one without parameters.
   *
   * @throws ManagerException if that fails, or the class has another type
   */
  public <T> T instance(Class<T> type, OperatorRuntime runtime) {
    var found = load(type);
    try {
      return type.cast(make(found, runtime));
    } catch (NoSuchMethodException e) {
      throw problem(
          watch,
          name + " has no public constructor without parameters, or with an OperatorRuntime");
    } catch (InvocationTargetException e) {
      throw problem(watch, name + " cannot be made: " + e.getTargetException());
    } catch (ReflectiveOperationException e) {
      throw problem(watch, name + " cannot be made: " + e);
    } catch (LinkageError e) {
      throw problem(watch, name + " cannot be loaded: " + cause(e));
    }
  }

  /** Returns the exception of a static initializer, which the error itself does not name. */
  private static Throwable cause(LinkageError e) {
    return e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
  }

  private static Object make(Class<?> type, OperatorRuntime runtime)
      throws ReflectiveOperationException {
    for (var constructor : type.getConstructors()) {
      if (Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {OperatorRuntime.class})) {
        return constructor.newInstance(runtime);
      }
    }
    return type.getDeclaredConstructor().newInstance();
  }

  public static ManagerException problem(Watch watch, String problem) {
    var place = watch.line() > 0 ? "watches.yaml:" + watch.line() + " " : "";
    return new ManagerException(place + watch.gvk() + ": " + problem);
  }
}
