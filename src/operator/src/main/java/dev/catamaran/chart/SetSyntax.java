package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.chart.ValueOverride.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The syntax of {@code helm --set}, as Helm 3.21 reads it (its package {@code strvals}): {@code
 * a.b[0].c} for the key, {@code text} or <code>{a,b}</code> for the value, and a backslash to
 * escape any special character.
 *
 * <p>Three cases are errors here that Helm silently accepts: an empty name (Helm drops the value),
 * an unescaped comma in a value (Helm starts another override) and a backslash at the end (Helm
 * drops it).
 */
public final class SetSyntax {

  /** Helm's limits: nested names, and list indexes. */
  static final int NESTING_LIMIT = 30;

  static final int INDEX_LIMIT = 65_536;

  /** Characters of a name that need a backslash. */
  private static final Pattern SPECIAL = Pattern.compile("[\\\\.,=\\[]");

  private final String key;
  private final String text;
  private final String where;
  private int at;

  private SetSyntax(String key, String text, String where) {
    this.key = key;
    this.text = text;
    this.where = where;
  }

  /**
   * Reads one override.
   *
   * @throws InvalidOverrideException with the key, and the column in key or value counted from 1
   */
  public static ValueOverride parse(String key, String value, OverrideTyping typing)
      throws InvalidOverrideException {
    var path = new SetSyntax(key, key, "").path();
    return new ValueOverride(key, path, new SetSyntax(key, value, "value, ").value(typing));
  }

  /**
   * Returns one typed value at a path. The value contains no lists or escapes.
   *
   * @throws InvalidOverrideException with the key, and the column in it counted from 1
   */
  public static ValueOverride literal(String key, String value) throws InvalidOverrideException {
    return new ValueOverride(
        key, new SetSyntax(key, key, "").path(), OverrideTyping.TYPED.read(value));
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
