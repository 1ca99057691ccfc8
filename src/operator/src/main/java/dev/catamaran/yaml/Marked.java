package dev.catamaran.yaml;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** A YAML value with its position. Lines and columns count from 1. Immutable. */
public sealed interface Marked {

  int line();

  int column();

  /**
   * A mapping with its entries in the order of the text; entries from merge keys ({@code <<}) are
   * last. A repeated key appears as often as in the text.
   */
  record Mapping(int line, int column, List<Entry> entries) implements Marked {

    public Optional<Entry> entry(String key) {
      return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }

    /** Returns the repetitions of earlier keys, which YAML forbids. */
    public List<Entry> repeated() {
      var seen = new HashSet<String>();
      return entries.stream().filter(entry -> !seen.add(entry.key())).toList();
    }
  }

  /** One key of a mapping with its value; the position is that of the key. */
  record Entry(int line, int column, String key, Marked value) {}

  /** A list. */
  record Sequence(int line, int column, List<Marked> items) implements Marked {}

  /** Anything else. The text is as written, without quotes and with escapes resolved. */
  record Scalar(int line, int column, Type type, String text) implements Marked {}

  /** Type of an unquoted word in YAML 1.1; quoted text is always {@link #STRING}. */
  enum Type {
    STRING,
    BOOLEAN,
    INTEGER,
    FLOAT,
    NULL
  }

  /** Returns true for an absent value: {@code key:} or {@code key: null}. */
  default boolean isNull() {
    return this instanceof Scalar scalar && scalar.type() == Type.NULL;
  }
}
