package dev.catamaran.desired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.chart.Values;
import dev.catamaran.release.Confinement.Doubt;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Texts in the values of a release that could make more than text, where the chart writes them
 * without quotes or evaluates them as templates. Pure.
 *
 * @param exempt paths of values that may do so
 */
record DoubtfulTexts(Set<String> exempt) {
  /** What YAML takes for the end of a line (YAML 1.1, 5.4). */
  private static final Pattern BREAK = Pattern.compile("[\n\r\u0085\u2028\u2029]");

  /**
   * What begins or ends a list, a map, a key, a quoted text or a comment in a line; or makes an
   * anchor, or a text of the lines that follow, at its beginning. A range of versions does not.
   */
  private static final Pattern SYNTAX =
      Pattern.compile("[{}\\[\\]\"'\\\\]|:(?=\\s|$)|(?<!\\S)#|^\\s*(?:&|[|>][-+\\d]*\\s*(?:#|$))");

  /** All that has a meaning in YAML. */
  private static final Pattern MEANT = Pattern.compile("[{}\\[\\]\"'\\\\,#&*!|>%@`]|:(?=\\s|$)");

  /**
   * What Helm and the operator go by, beside the name: a hook is neither repaired nor deleted. A
   * kept object is only that, and many charts offer it as an annotation. A name below another
   * domain is another one.
   */
  private static final Pattern MARK =
      Pattern.compile("(?<![\\w.-])(?:helm\\.sh(?!/resource-policy)|catamaran\\.dev)|operator-sdk");

  private static final Pattern ACTION = Pattern.compile("\\{\\{.*?(?:}}|$)", Pattern.DOTALL);

  /** What makes an item, a key or a mark of a document at the beginning of a line. */
  private static final Pattern FIRST = Pattern.compile("^(\\s*)[-?.](?=\\s|$|-|\\.)");

  private static final Pattern OTHER_BREAK = Pattern.compile("[\r\u0085\u2028\u2029]");

  /** In place of a template. */
  private static final String WORD = "x";

  /** Another text that makes nothing: what differs between the two depends on the text. */
  private static final String OTHER = "word";

  /** By this word, the engine sees where a chart takes a text for a part of a list or map. */
  private static final String PROBE = "probe-of-catamaran";

  private static final Pattern FIELD = Pattern.compile("^[^\\s{\\[][^\\n]*?:(?:\\s|$)");

  /** Returns the doubts about values. Most have none, and are rendered once. */
  List<Doubt> in(Values values) {
    var tree = values.toTree();
    return Stream.of(
            doubt(tree, DoubtfulTexts::isOdd, DoubtfulTexts::tame, false),
            doubt(tree, DoubtfulTexts::isTemplate, DoubtfulTexts::evaluated, true))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Doubt> doubt(
      JsonNode tree, Test isDoubtful, UnaryOperator<String> tamed, boolean areTemplates) {
    if (!isAnywhere(tree, isDoubtful)) {
      return Optional.empty();
    }
    var paths = new LinkedHashSet<String>();
    var harmless = new LinkedHashSet<JsonNode>();
    for (var change :
        List.<UnaryOperator<String>>of(
            tamed,
            text -> OTHER,
            text -> "",
            DoubtfulTexts::lines,
            DoubtfulTexts::probe,
            text -> reworded(text, WORD),
            text -> reworded(text, OTHER))) {
      harmless.add(changed(tree, "", isDoubtful, change, tamed, paths));
    }
    return paths.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Doubt(
                List.copyOf(paths), harmless.stream().map(Values::of).toList(), areTemplates));
  }

  /** Without copies: most values have no such text, and each pass looks at them. */
  private static boolean isAnywhere(JsonNode node, Test isDoubtful) {
    return (node.isTextual() && isDoubtful.of(node.textValue()))
        || node.propertyStream().anyMatch(property -> isDoubtful.of(property.getKey()))
        || node.valueStream().anyMatch(value -> isAnywhere(value, isDoubtful));
  }

  @FunctionalInterface
  private interface Test {
    boolean of(String text);
  }

  private JsonNode changed(
      JsonNode node,
      String path,
      Test isDoubtful,
      UnaryOperator<String> change,
      UnaryOperator<String> ofKeys,
      Set<String> found) {
    if (exempt.contains(path)) {
      return node;
    }
    if (node.isTextual() && isDoubtful.of(node.textValue())) {
      found.add(path);
      return JsonNodeFactory.instance.textNode(change.apply(node.textValue()));
    }
    if (node.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < node.size(); i++) {
        list.add(
            changed(node.get(i), "%s[%d]".formatted(path, i), isDoubtful, change, ofKeys, found));
      }
      return list;
    }
    if (!node.isObject()) {
      return node;
    }
    var map = JsonNodeFactory.instance.objectNode();
    for (var property : node.properties()) {
      var key = property.getKey();
      var name = BREAK.matcher(key).replaceAll(" ");
      var inner = path.isEmpty() ? name : path + "." + name;
      if (isDoubtful.of(key)) {
        found.add(inner);
        key = ofKeys.apply(key);
      }
      map.set(key, changed(property.getValue(), inner, isDoubtful, change, ofKeys, found));
    }
    return map;
  }

  private static boolean isOdd(String text) {
    return BREAK.matcher(text).find()
        || MARK.matcher(text).find()
        || SYNTAX.matcher(ACTION.matcher(text).replaceAll("")).find();
  }

  /** Leaves templates as they are, since they may make names. */
  private static String tame(String text) {
    var tamed = new StringBuilder();
    var actions = ACTION.matcher(text);
    int end = 0;
    while (actions.find()) {
      tamed.append(meaningless(text.substring(end, actions.start())));
      tamed.append(actions.group());
      end = actions.end();
    }
    tamed.append(meaningless(text.substring(end)));
    return BREAK.matcher(tamed).replaceAll(" ");
  }

  private static String meaningless(String text) {
    return MEANT.matcher(MARK.matcher(text).replaceAll(WORD)).replaceAll("_");
  }

  private static boolean isTemplate(String text) {
    return text.contains("{{");
  }

  private static String evaluated(String text) {
    return tame(ACTION.matcher(text).replaceAll(WORD));
  }

  /** As many lines, for a chart that makes something of each. */
  private static String lines(String text) {
    var left = OTHER_BREAK.matcher(ACTION.matcher(text).replaceAll(WORD)).replaceAll(" ");
    return Stream.of(left.split("\n", -1))
        .map(line -> FIRST.matcher(tame(line)).replaceFirst("$1_"))
        .collect(Collectors.joining("\n"));
  }

  /** The least list or map, if the text begins as one; else as many lines. */
  private static String probe(String text) {
    var begin =
        ACTION
            .matcher(text)
            .replaceAll(WORD)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.equals(WORD) && !line.startsWith("#"))
            .findFirst()
            .orElse("");
    if (begin.startsWith("{")) {
      return "{\"%s\": \"%s\"}".formatted(PROBE, PROBE);
    }
    if (begin.startsWith("[")) {
      return "[\"%s\"]".formatted(PROBE);
    }
    if (begin.equals("-") || begin.startsWith("- ")) {
      return "- " + PROBE;
    }
    return FIELD.matcher(begin).find() ? "%s: %s".formatted(PROBE, PROBE) : lines(text);
  }

  /**
   * The same list or map with a word in place of each text, for a chart that makes something of
   * each item: so the texts choose no kind and no field. Keys stay, as in any map of the values. A
   * text that is neither is as in {@link #probe}.
   */
  private static String reworded(String text, String word) {
    var least = probe(text);
    if (!least.contains(PROBE)) {
      return least;
    }
    try {
      var whole = GoYaml.first(ACTION.matcher(text).replaceAll(word), UnaryOperator.identity());
      return new DoubtfulTexts(Set.of())
          .changed(whole, "", any -> true, any -> word, DoubtfulTexts::tame, new HashSet<>())
          .toString();
    } catch (InvalidYamlException e) {
      return least;
    }
  }
}
