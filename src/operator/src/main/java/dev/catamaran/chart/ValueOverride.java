package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One value and its path in the values tree, in the syntax of {@code helm --set}, as Helm 3.21
 * reads it (its package {@code strvals}): {@code a.b[0].c} for the key, {@code text} or <code>{a,b}
 * </code> for the value, and a backslash to escape any special character. Immutable.
 *
 * <p>Three cases are errors here that Helm silently accepts: an empty name (Helm drops the value),
 * an unescaped comma in a value (Helm starts another override) and a backslash at the end (Helm
 * drops it).
 */
public final class ValueOverride {
  /** Helm's limits: nested names, and list indexes. */
  static final int NESTING_LIMIT = 30;

  static final int INDEX_LIMIT = 65_536;

  /** Characters of a name that need a backslash. */
  private static final Pattern SPECIAL = Pattern.compile("[\\\\.,=\\[]");

  /** One step in a path. */
  sealed interface Step {
    record Name(String name) implements Step {}

    record Index(int index) implements Step {}
  }

  private final String key;
  private final List<Step> path;
  private final JsonNode value;

  private ValueOverride(String key, List<Step> path, JsonNode value) {
    this.key = key;
    this.path = List.copyOf(path);
    this.value = value;
  }

  /**
   * Reads one override.
   *
   * @throws InvalidOverrideException with the key, and the column in key or value counted from 1
   */
  public static ValueOverride parse(String key, String value, OverrideTyping typing)
      throws InvalidOverrideException {
    var path = new Reader(key, key, "").path();
    return new ValueOverride(key, path, new Reader(key, value, "value, ").value(typing));
  }

  /**
   * Returns one typed value at a path. The value contains no lists or escapes.
   *
   * @throws InvalidOverrideException with the key, and the column in it counted from 1
   */
  public static ValueOverride literal(String key, String value) throws InvalidOverrideException {
    return new ValueOverride(
        key, new Reader(key, key, "").path(), OverrideTyping.TYPED.read(value));
  }

  /**
   * Changes the tree. A missing or null value on the path becomes a map or a list, depending on the
   * key.
   */
  void applyTo(ObjectNode tree) throws InvalidOverrideException {
    write(tree, 0);
  }

  private JsonNode write(@Nullable JsonNode current, int depth) throws InvalidOverrideException {
    if (depth == path.size()) {
      return value.deepCopy();
    }
    var present = current == null || current.isNull() ? null : current;
    return switch (path.get(depth)) {
      case Step.Name(var name) -> {
        var map = present == null ? JsonNodeFactory.instance.objectNode() : map(present, depth);
        map.set(name, write(map.get(name), depth + 1));
        yield map;
      }
      case Step.Index(var index) -> {
        var list = present == null ? JsonNodeFactory.instance.arrayNode() : list(present, depth);
        while (list.size() <= index) {
          list.addNull();
        }
        list.set(index, write(list.get(index), depth + 1));
        yield list;
      }
    };
  }

  private ObjectNode map(JsonNode present, int depth) throws InvalidOverrideException {
    if (present instanceof ObjectNode map) {
      return map;
    }
    throw mismatch(depth, present, "map");
  }

  private ArrayNode list(JsonNode present, int depth) throws InvalidOverrideException {
    if (present instanceof ArrayNode list) {
      return list;
    }
    throw mismatch(depth, present, "list");
  }

  private InvalidOverrideException mismatch(int depth, JsonNode present, String wanted) {
    var kind =
        switch (present.getNodeType()) {
          case OBJECT -> "map";
          case ARRAY -> "list";
          default -> present.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    var place = format(path.subList(0, depth));
    return new InvalidOverrideException(
        key, "needs a " + wanted + " at " + place + ", but the values have a " + kind + " there");
  }

  /** Returns the path as a key that {@link #parse} and Helm can read. */
  static String format(List<Step> path) {
    var key = new StringBuilder();
    for (var step : path) {
      switch (step) {
        case Step.Name(var name) -> key.append(key.isEmpty() ? "" : ".").append(escape(name));
        case Step.Index(var index) -> key.append('[').append(index).append(']');
      }
    }
    return key.toString();
  }

  private static String escape(String name) {
    return SPECIAL.matcher(name).replaceAll("\\\\$0");
  }

  /** Omits the value, which may be a secret. */
  @Override
  public String toString() {
    return "ValueOverride[" + key + "]";
  }

  /** Reads a key or a value. */
  private static final class Reader {
    private final String key;
    private final String text;
    private final String where;
    private int at;

    private Reader(String key, String text, String where) {
      this.key = key;
      this.text = text;
      this.where = where;
    }

    private List<Step> path() throws InvalidOverrideException {
      var path = new ArrayList<Step>();
      path.add(name());
      int dots = 0;
      while (at < text.length()) {
        switch (text.charAt(at++)) {
          case '[' -> path.add(index());
          case '.' -> {
            if (++dots > NESTING_LIMIT) {
              throw problem("more than " + NESTING_LIMIT + " names deep, which Helm refuses");
            }
            path.add(name());
          }
          default -> {
            at--;
            throw problem("expected . or [ after ]");
          }
        }
      }
      return path;
    }

    private Step name() throws InvalidOverrideException {
      var name = until(".[=,");
      if (at < text.length() && "=,".indexOf(text.charAt(at)) >= 0) {
        throw problem("write \\" + text.charAt(at) + " for a " + text.charAt(at) + " in a name");
      }
      if (name.isEmpty()) {
        throw problem("a name is missing");
      }
      return new Step.Name(name);
    }

    private Step index() throws InvalidOverrideException {
      int start = at;
      int end = text.indexOf(']', at);
      if (end < 0) {
        throw problem("] is missing");
      }
      at = end + 1;
      var digits = text.substring(start, end);
      if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > INDEX_LIMIT) {
        at = start;
        throw problem("expected a number from 0 to " + INDEX_LIMIT + " in [ ]");
      }
      return new Step.Index(Integer.parseInt(digits));
    }

    private JsonNode value(OverrideTyping typing) throws InvalidOverrideException {
      if (text.startsWith("{")) {
        return list(typing);
      }
      var plain = until(",");
      if (at < text.length()) {
        throw problem("write \\, for a comma, or {a,b} for a list");
      }
      return typing.read(plain);
    }

    /** Reads a list. As in Helm, the empty list's braces contain one empty string. */
    private JsonNode list(OverrideTyping typing) throws InvalidOverrideException {
      var list = JsonNodeFactory.instance.arrayNode();
      do {
        at++;
        list.add(typing.read(until(",}")));
        if (at == text.length()) {
          throw problem("the list must end with }");
        }
      } while (text.charAt(at) == ',');
      at++;
      if (at < text.length()) {
        throw problem("nothing may follow the list's }");
      }
      return list;
    }

    /** Reads up to one of those characters or the end, and removes the escapes. */
    private String until(String stops) throws InvalidOverrideException {
      var read = new StringBuilder();
      for (; at < text.length() && stops.indexOf(text.charAt(at)) < 0; at++) {
        if (text.charAt(at) == '\\') {
          if (++at == text.length()) {
            throw problem("nothing follows the backslash; write \\\\ for a backslash");
          }
        }
        read.append(text.charAt(at));
      }
      return read.toString();
    }

    private InvalidOverrideException problem(String problem) {
      return new InvalidOverrideException(key, where + "column " + (at + 1) + ": " + problem);
    }
  }

  /** Conversion of an override's text to a value. */
  public enum OverrideTyping {
    /**
     * Like {@code helm --set}: {@code true}, {@code false}, {@code null} and int64 become typed
     * values.
     */
    TYPED {
      @Override
      JsonNode read(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
          case "true" -> BooleanNode.TRUE;
          case "false" -> BooleanNode.FALSE;
          case "null" -> NullNode.instance;
          default -> integerOrText(text);
        };
      }
    },
    /** Like {@code helm --set-string}, and like operator-sdk's helm-operator: always a string. */
    STRING {
      @Override
      JsonNode read(String text) {
        return TextNode.valueOf(text);
      }
    };

    /**
     * Excludes {@code 007}: Helm keeps it as a string, because a leading zero usually means an
     * identifier.
     */
    private static final Pattern INTEGER = Pattern.compile("0|[+-][0-9]+|[1-9][0-9]*");

    public OverrideTyping other() {
      return this == TYPED ? STRING : TYPED;
    }

    /** Converts text without escapes to a value. */
    abstract JsonNode read(String text);

    private static JsonNode integerOrText(String text) {
      if (!INTEGER.matcher(text).matches()) {
        return TextNode.valueOf(text);
      }
      try {
        return LongNode.valueOf(Long.parseLong(text));
      } catch (NumberFormatException beyondInt64) {
        return TextNode.valueOf(text);
      }
    }
  }

  /**
   * An override is not in {@code --set} syntax, or does not fit the values below it. The message
   * names the key and never the value, which may be a secret.
   */
  public static final class InvalidOverrideException extends Exception {

    private final String key;

    InvalidOverrideException(String key, String problem) {
      super("key " + key + ": " + problem);
      this.key = key;
    }

    public String key() {
      return key;
    }
  }
}
