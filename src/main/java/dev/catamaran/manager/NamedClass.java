package dev.catamaran.manager;

import dev.catamaran.watch.Watch;
import java.lang.reflect.InvocationTargetException;

/**
 * A class that an entry of watches.yaml names.
 *
 * @param watch the entry
 * @param name fully qualified
 */
record NamedClass(Watch watch, String name) {

  /**
   * Makes an instance by the constructor without parameters.
   *
   * @throws ManagerException if that cannot be done, or it is of another type
   */
  <T> T instance(Class<T> type) {
    try {
      var found = Class.forName(name);
      if (!type.isAssignableFrom(found)) {
        throw problem(watch, name + " does not implement " + type.getName());
      }
      return type.cast(found.getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      throw problem(watch, name + " is not on the class path");
    } catch (NoSuchMethodException e) {
      throw problem(watch, name + " has no constructor without parameters");
    } catch (InvocationTargetException e) {
      throw problem(watch, name + " cannot be made: " + e.getTargetException());
    } catch (ReflectiveOperationException e) {
      throw problem(watch, name + " cannot be made: " + e);
    }
  }

  /** What to throw about an entry. */
  static ManagerException problem(Watch watch, String problem) {
    var place = watch.line() > 0 ? "watches.yaml:" + watch.line() + " " : "";
    return new ManagerException(place + watch.gvk() + ": " + problem);
  }
}
