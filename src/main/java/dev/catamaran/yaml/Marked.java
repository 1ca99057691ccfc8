package dev.catamaran.yaml;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** A YAML value that knows where it stands. Lines and columns count from 1. Immutable. */
public sealed interface Marked {

  int line();

  int column();

  /**
   * A mapping with its entries in the order of the text, those of merge keys ({@code <<}) last. A
   * key that the text repeats is here as often as it was written.
   */
  record Mapping(int line, int column, List<Entry> entries) implements Marked {
    public Mapping {
      entries = List.copyOf(entries);
    }

    /** The first entry of that key. */
    public Optional<Entry> entry(String key) {
      return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }

    /** The entries whose key was written before, which YAML forbids. */
    public List<Entry> repeated() {
      var seen = new HashSet<String>();
      return entries.stream().filter(entry -> !seen.add(entry.key())).toList();
    }
  }

  /** One key of a mapping with its value; the place is the key's. */
  record Entry(int line, int column, String key, Marked value) {}

  /** A list. */
  record Sequence(int line, int column, List<Marked> items) implements Marked {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /** Anything else. The text is as written, without quotes and with escapes resolved. */
  record Scalar(int line, int column, Type type, String text) implements Marked {}

  /** What YAML 1.1 takes an unquoted word for; quoted text is always {@link #STRING}. */
  enum Type {
    STRING,
    BOOLEAN,
    INTEGER,
    FLOAT,
    NULL
  }

  /** True for an absent value: {@code key:} or {@code key: null}. */
  default boolean isNull() {
    return this instanceof Scalar scalar && scalar.type() == Type.NULL;
  }
}
