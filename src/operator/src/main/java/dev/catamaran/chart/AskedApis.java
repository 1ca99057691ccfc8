package dev.catamaran.chart;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Names of APIs that a chart's templates look up, in any of Go's three notations: <code>
 * .Capabilities.APIVersions.Has "x"</code>, <code>"x" | .Capabilities.APIVersions.Has</code> and
 * <code>has "x" .Capabilities.APIVersions</code>. Computed names are not found.
 */
final class AskedApis {

  private static final String LITERAL = "(?:\"([^\"\\n]+)\"|`([^`]+)`)";
  private static final String APIS = "\\.Capabilities\\.APIVersions";

  /** Not for the start of an expression: at each letter of a long word, it would read the rest. */
  private static final String ASKED = "[$.\\w]*" + APIS;

  private static final Pattern QUESTION =
      Pattern.compile(
          String.join(
              "|",
              APIS + "\\.Has[\\s(]+" + LITERAL,
              LITERAL + "\\s*\\|\\s*" + ASKED + "\\.Has\\b",
              "\\bhas\\s+" + LITERAL + "\\s+" + ASKED));

  private AskedApis() {}

  /** Returns the names in the templates of this chart, without subcharts. */
  static SortedSet<String> in(ChartFiles chart) {
    var asked = new TreeSet<String>();
    var templates = chart.within("templates");
    for (var path : templates.contents().keySet()) {
      QUESTION
          .matcher(templates.text(path).orElseThrow())
          .results()
          .forEach(match -> asked.add(literal(match)));
    }
    return asked;
  }

  private static String literal(MatchResult match) {
    for (int group = 1; group <= match.groupCount(); group++) {
      if (match.group(group) != null) {
        return match.group(group);
      }
    }
    throw new IllegalStateException("the pattern matched without a literal");
  }
}
