package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The conditions of templates, and the values that would make them true: read from the text, so
 * they are suggestions to try. Pure.
 *
 * @param definitions bodies of the named templates
 */
record Conditions(Map<String, String> definitions) {
  private static final Pattern ACTION =
      Pattern.compile("\\{\\{-?\\s*(.*?)\\s*-?}}", Pattern.DOTALL);
  private static final Pattern CONDITION =
      Pattern.compile("(?:(?:else )?(?:if|with)\\b|\\$\\w+\\s*:?=).*", Pattern.DOTALL);
  private static final Pattern CALL = Pattern.compile("\\b(?:include|template) \"([^\"]+)\"");
  private static final Pattern BEGIN = Pattern.compile("define \"([^\"]+)\"");
  private static final Pattern VALUE =
      Pattern.compile(
          "(?<negated>\\bnot\\s+\\(?\\s*)?[$.]*\\bValues\\.(?<path>[A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*)");

  /** What follows a value that is compared with a text, such as {@code | toString) "true"}. */
  private static final Pattern COMPARED =
      Pattern.compile("[\\s|a-zA-Z]*\\)?\\s*\"([^\"]+)\".*", Pattern.DOTALL);

  private static final Pattern NUMBERS = Pattern.compile("\\b(?:gt|ge)\\b");

  /** Names of values that are true or false, also if the default is empty. */
  private static final Pattern SWITCH = Pattern.compile("(?i).*(?:enabled?|create|install)");

  private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`");
  private static final Pattern REQUIRES = Pattern.compile("\\brequired\\b");

  /** In place of a required text. A chart may use it as a namespace, so it is the release's. */
  static final JsonNode REQUIRED = TextNode.valueOf(ChartRuns.FIRST.namespace());

  private static final String SENTINEL = "-";
  private static final int SEVERAL = 3;
  private static final int DEEPEST = 3;

  /** Copies the map. */
  Conditions {
    definitions = Map.copyOf(definitions);
  }

  /** Reads the named templates of these texts. */
  static Conditions of(Collection<String> texts) {
    var found = new HashMap<String, String>();
    for (var text : texts) {
      var begins = BEGIN.matcher(text).results().toList();
      for (int i = 0; i < begins.size(); i++) {
        int end = i + 1 < begins.size() ? begins.get(i + 1).start() : text.length();
        found.putIfAbsent(begins.get(i).group(1), text.substring(begins.get(i).end(), end));
      }
    }
    return new Conditions(found);
  }

  /**
   * Returns other values for the paths in the conditions of a template, and texts for those that it
   * requires, in their order.
   *
   * @param defaults of the template's chart
   */
  Map<String, JsonNode> values(String template, JsonNode defaults) {
    var found = new LinkedHashMap<String, JsonNode>();
    for (var action : actions(template)) {
      if (isCondition(action)) {
        collect(action, defaults, found);
      }
      addRequired(action, defaults, found);
      boolean isPart = isCondition(action) || action.startsWith("template ");
      called(action, 1, new HashSet<>()).stream()
          .filter(each -> isPart || isCondition(each))
          .forEach(each -> collect(each, defaults, found));
    }
    return found;
  }

  /** Without them, the chart refuses to be rendered. */
  private static void addRequired(String action, JsonNode defaults, Map<String, JsonNode> found) {
    // The message often names the value, too.
    var code = TEXT.matcher(action).replaceAll("");
    if (REQUIRES.matcher(code).find()) {
      VALUE
          .matcher(code)
          .results()
          .map(use -> use.group(2))
          .filter(path -> isUnset(defaults.at("/" + path.replace('.', '/'))))
          .forEach(path -> found.putIfAbsent(path, REQUIRED));
    }
  }

  private static boolean isCondition(String action) {
    return CONDITION.matcher(action).matches();
  }

  private static List<String> actions(String text) {
    return ACTION.matcher(text).results().map(action -> action.group(1)).toList();
  }

  /** Returns the actions of the named templates that an action calls. */
  private List<String> called(String action, int depth, Set<String> seen) {
    var found = new ArrayList<String>();
    for (var call : CALL.matcher(action).results().toList()) {
      var body = definitions.get(call.group(1));
      if (body != null && depth <= DEEPEST && seen.add(call.group(1))) {
        for (var below : actions(body)) {
          found.add(below);
          found.addAll(called(below, depth + 1, seen));
        }
      }
    }
    return found;
  }

  private static void collect(String action, JsonNode defaults, Map<String, JsonNode> found) {
    VALUE
        .matcher(action)
        .results()
        .forEach(
            use -> {
              var path = use.group(2);
              var value = defaults.at("/" + path.replace('.', '/'));
              other(value, path, action, use.group(1) != null, action.substring(use.end()))
                  .filter(it -> !it.equals(value))
                  .ifPresent(it -> found.putIfAbsent(path, it));
            });
  }

  private static Optional<JsonNode> other(
      JsonNode value, String path, String action, boolean isNegated, String rest) {
    var compared = COMPARED.matcher(rest);
    if (action.contains("eq ") && compared.matches() && !compared.group(1).equals(SENTINEL)) {
      return Optional.of(literal(compared.group(1)));
    }
    if (value.isBoolean()) {
      return Optional.of(BooleanNode.valueOf(!isNegated));
    }
    if (value.isIntegralNumber()) {
      return NUMBERS.matcher(action).find()
          ? Optional.of(IntNode.valueOf(SEVERAL))
          : Optional.empty();
    }
    boolean isSwitch = isUnset(value) && SWITCH.matcher(path).matches();
    return isSwitch || value.equals(TextNode.valueOf(SENTINEL))
        ? Optional.of(BooleanNode.TRUE)
        : Optional.empty();
  }

  private static boolean isUnset(JsonNode value) {
    return value.isMissingNode() || value.isNull() || value.equals(TextNode.valueOf(""));
  }

  private static JsonNode literal(String text) {
    return text.equals("true") || text.equals("false")
        ? BooleanNode.valueOf(text.equals("true"))
        : TextNode.valueOf(text);
  }
}
