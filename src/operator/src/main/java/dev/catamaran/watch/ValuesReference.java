package dev.catamaran.watch;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.text.CaseUtils;

/**
 * Reference to values in a Secret or a ConfigMap.
 *
 * @param name name of the object, which is in the primary's namespace
 * @param key key of the content in the object
 * @param optional whether the object or key may be missing
 * @param targetPath path of the content as one value, in {@code --set} syntax; empty if the content
 *     is a whole values file
 */
public record ValuesReference(
    Kind kind, String name, String key, boolean optional, Optional<String> targetPath) {

  /** Kinds of objects that can hold values. */
  public enum Kind {
    SECRET,
    CONFIG_MAP;

    /** Returns the kind's name in the API. */
    public String word() {
      return CaseUtils.toCamelCase(name(), /* capitalizeFirstLetter= */ true, '_');
    }
  }

  public static final String DEFAULT_KEY = "values.yaml";

  /** The API server's syntax for names of objects and for their keys. */
  static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?");

  static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");

  private static final Pattern WRITTEN =
      Pattern.compile("(?<kind>Secret|ConfigMap)/(?<name>" + NAME + ")(?::(?<key>" + KEY + "))?");

  /**
   * Reads a list such as {@code Secret/passwords, ConfigMap/settings:prod.yaml}.
   *
   * @throws IllegalArgumentException with the invalid item
   */
  public static List<ValuesReference> parseAll(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .map(ValuesReference::parse)
        .toList();
  }

  private static ValuesReference parse(String item) {
    var written = WRITTEN.matcher(item);
    if (!written.matches()) {
      throw new IllegalArgumentException(
          "\"" + item + "\" is not like Secret/name, ConfigMap/name or Secret/name:key");
    }
    var key = Optional.ofNullable(written.group("key")).orElse(DEFAULT_KEY);
    return new ValuesReference(
        written.group("kind").equals(Kind.SECRET.word()) ? Kind.SECRET : Kind.CONFIG_MAP,
        written.group("name"),
        key,
        /* optional= */ false,
        Optional.empty());
  }

  /** Returns kind and name, such as {@code Secret/passwords}. */
  public String object() {
    return kind.word() + "/" + name;
  }
}
