package dev.catamaran.yaml;

import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Tabs as Go's YAML library takes them, which Helm reads charts with: between two words, on blank
 * lines and anywhere in JSON, but not in front of a line. Our parser takes them in quotes and
 * comments only. (Tried with sigs.k8s.io/yaml 1.6.)
 */
final class Tabs {

  private static final Pattern LEADING = Pattern.compile("(?m)^[ \\t]*\\t[ \\t]*");
  private static final Pattern JSON = Pattern.compile("\\s*[{\\[].*", Pattern.DOTALL);

  private Tabs() {}

  /** A text that is one JSON-like value, indented with spaces; any other text as it is. */
  static String unindented(String text) {
    return JSON.matcher(text).matches()
        ? LEADING.matcher(text).replaceAll(tabs -> " ".repeat(tabs.group().length()))
        : text;
  }

  /** The text with a space for the tab that the parser stopped at, if that tab only separates. */
  static Optional<String> separated(String text, MarkedYAMLException e) {
    var mark = e.getProblemMark();
    if (mark == null || indenting(text, mark.getLine()) > 0) {
      return Optional.empty();
    }
    int at = text.offsetByCodePoints(0, mark.getIndex());
    return at < text.length() && text.charAt(at) == '\t'
        ? Optional.of(text.substring(0, at) + ' ' + text.substring(at + 1))
        : Optional.empty();
  }

  /**
   * The column, from 1, of a tab in front of that line's first word; 0 if there is none. The line
   * counts from 0.
   */
  static int indenting(String text, int line) {
    var indented = text.lines().skip(line).findFirst().orElse("");
    var indentation = indented.substring(0, indented.length() - indented.stripLeading().length());
    return indented.isBlank() ? 0 : indentation.indexOf('\t') + 1;
  }
}
