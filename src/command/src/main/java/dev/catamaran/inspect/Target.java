package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;

/**
 * A primary on the command line.
 *
 * @param kind as written
 */
public record Target(String kind, String name) {
  /** Reads {@code KIND/NAME}. */
  public static Target parse(String text) {
    var parts = text.split("/", -1);
    if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw new ManagerException(
          "\"%s\" is not KIND/NAME; write for example memcached/memcached-sample".formatted(text));
    }
    return new Target(parts[0], parts[1]);
  }
}
