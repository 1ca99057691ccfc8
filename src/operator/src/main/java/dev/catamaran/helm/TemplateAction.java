package dev.catamaran.helm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One action of a Go template, as Go's lexer finds it (Go, text/template/parse/lex.go).
 *
 * @param start position of its opening braces
 * @param end position after its closing braces
 * @param word the word that it begins with, such as a keyword; empty if it begins with anything
 *     else
 * @param trimsBefore whether it trims white space before it
 * @param trimsAfter whether it trims white space after it
 */
record TemplateAction(int start, int end, String word, boolean trimsBefore, boolean trimsAfter) {
  private static final String OPEN = "{{";
  private static final String CLOSE = "}}";
  private static final String COMMENT_END = "*/";
  private static final Pattern TRIM_BEFORE = Pattern.compile("-\\s");
  private static final Pattern COMMENT = Pattern.compile("(?:-\\s+)?/\\*");
  private static final Pattern TRIM_AFTER = Pattern.compile("\\s-$");
  private static final Pattern WORD = Pattern.compile("(?:-\\s)?\\s*(\\w*)");

  /** Returns all actions of a template, in order; an unclosed one ends with the text. */
  static List<TemplateAction> in(String template) {
    var found = new ArrayList<TemplateAction>();
    int start = template.indexOf(OPEN);
    while (start >= 0) {
      var action = at(template, start);
      found.add(action);
      start = template.indexOf(OPEN, action.end);
    }
    return found;
  }

  /** Whether it begins a block that an {@code end} closes. */
  boolean opensBlock() {
    return switch (word) {
      case "if", "range", "with", "block", "define" -> true;
      default -> false;
    };
  }

  private static TemplateAction at(String template, int start) {
    int from = start + OPEN.length();
    boolean isComment = startsWith(COMMENT, template, from);
    int close = isComment ? closeOfComment(template, from) : close(template, from);
    var inside = template.substring(from, close);
    var word = WORD.matcher(inside);
    return new TemplateAction(
        start,
        Math.min(close + CLOSE.length(), template.length()),
        !isComment && word.lookingAt() ? word.group(1) : "",
        startsWith(TRIM_BEFORE, template, from),
        TRIM_AFTER.matcher(inside).find());
  }

  private static boolean startsWith(Pattern pattern, String template, int from) {
    return pattern.matcher(template).region(from, template.length()).lookingAt();
  }

  private static int closeOfComment(String template, int from) {
    int end = template.indexOf(COMMENT_END, from);
    return orEnd(template, end < 0 ? end : template.indexOf(CLOSE, end));
  }

  /** Braces in quotes do not close an action. */
  private static int close(String template, int from) {
    for (int at = from; at < template.length(); at++) {
      char next = template.charAt(at);
      if (next == '"' || next == '\'' || next == '`') {
        at = endOfQuote(template, at, next);
      } else if (template.startsWith(CLOSE, at)) {
        return at;
      }
    }
    return template.length();
  }

  private static int endOfQuote(String template, int start, char quote) {
    for (int at = start + 1; at < template.length(); at++) {
      if (template.charAt(at) == quote) {
        return at;
      }
      if (template.charAt(at) == '\\' && quote != '`') {
        at++;
      }
    }
    return template.length();
  }

  private static int orEnd(String template, int index) {
    return index < 0 ? template.length() : index;
  }
}
