package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import java.util.List;

/**
 * A primary on the command line.
 *
 * @param kind as written
 * @param name its name; empty for all of a kind
 */
public record Target(String kind, String name) {
  /**
   * Reads the words of a command for several: {@code KIND}, {@code KIND NAME...} or {@code
   * KIND/NAME...}, as kubectl does.
   *
   * @return the targets; one without a name for all of a kind
   * @throws ManagerException for another form
   */
  public static List<Target> parseAll(List<String> words) {
    if (words.isEmpty() || words.stream().anyMatch(word -> word.contains("/"))) {
      return words.stream().map(Target::parse).toList();
    }
    var kind = words.getFirst();
    return words.size() == 1
        ? List.of(new Target(kind, ""))
        : words.stream().skip(1).map(name -> new Target(kind, name)).toList();
  }

  public boolean isKind() {
    return name.isEmpty();
  }

  /**
   * Reads {@code KIND/NAME}.
   *
   * @throws ManagerException for another form
   */
  public static Target parse(String text) {
    var parts = text.split("/", -1);
    if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw new ManagerException(
          "\"%s\" is not KIND/NAME; write for example memcached/memcached-sample".formatted(text));
    }
    return new Target(parts[0], parts[1]);
  }
}
