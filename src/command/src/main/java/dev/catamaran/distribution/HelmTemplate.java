package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A manifest with actions of Helm in it. A tree cannot hold an action: it holds a mark, and the
 * text of the tree gets the action in its place.
 */
final class HelmTemplate {
  /** A mark is a plain scalar of YAML, so it has no quotes around it. */
  private static final Pattern MARK = Pattern.compile("ACTION(\\d+)END");

  private static final Pattern LINE =
      Pattern.compile("(?m)^( *)(?:- )?ACTION(\\d+)END(?:: \"\")?\\n");

  /** In a block: the indentation of its place, and that plus a number. */
  private static final Pattern INDENT = Pattern.compile("(?<=indent )@(\\d+)");

  private final List<String> actions = new ArrayList<>();

  /** Returns a mark for an action inside of a text. */
  String inline(String action) {
    actions.add("{{ " + action + " }}");
    return mark();
  }

  private String mark() {
    return "ACTION%dEND".formatted(actions.size() - 1);
  }

  /**
   * Returns a mark for lines: an item of a list, or a field of an object with an empty text.
   *
   * @param lines {@code nindent @2} in them means two spaces more than the indentation of their
   *     place
   */
  String block(String lines) {
    actions.add(lines.endsWith("\n") ? lines : lines + "\n");
    return mark();
  }

  /** Adds lines to an object. */
  void addBlock(ObjectNode object, String lines) {
    object.put(block(lines), "");
  }

  /**
   * Returns a mark for a part of the tree that is there under a condition of Helm only.
   *
   * @param otherwise lines that are there if the condition does not hold; may be empty
   */
  String ifTrue(String condition, JsonNode part, String otherwise) {
    return block("{{- if %s }}\n%s%s{{- end }}".formatted(condition, literal(part), otherwise));
  }

  /** Returns the text of a tree with its actions. */
  String text(JsonNode tree) {
    var text = literal(tree);
    // Blocks may contain blocks.
    while (LINE.matcher(text).find()) {
      text = LINE.matcher(text).replaceAll(this::lines);
    }
    return MARK.matcher(text).replaceAll(this::action);
  }

  /** Text that Helm prints as it is. */
  private static String literal(JsonNode tree) {
    return Yaml.text(tree).replace("{{", "{{ \"{{\" }}");
  }

  private String lines(MatchResult place) {
    var indent = place.group(1);
    var lines = actions.get(Integer.parseInt(place.group(2))).replaceAll("(?m)^(?=.)", indent);
    var counted =
        INDENT
            .matcher(lines)
            .replaceAll(
                found -> String.valueOf(indent.length() + Integer.parseInt(found.group(1))));
    return Matcher.quoteReplacement(counted);
  }

  private String action(MatchResult mark) {
    return Matcher.quoteReplacement(actions.get(Integer.parseInt(mark.group(1))));
  }
}
