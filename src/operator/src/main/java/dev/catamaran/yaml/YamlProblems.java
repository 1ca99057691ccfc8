package dev.catamaran.yaml;

import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Converts the parser's errors to messages for the user, with their position. */
final class YamlProblems {
  private YamlProblems() {}

  static InvalidYamlException of(String text, YAMLException e) {
    return switch (e) {
      case MarkedYAMLException marked -> syntax(text, marked);
      case ReaderException unreadable -> unprintable(text, unreadable);
      default -> new InvalidYamlException(1, 1, String.valueOf(e.getMessage()));
    };
  }

  private static InvalidYamlException syntax(String text, MarkedYAMLException e) {
    var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
    if (mark == null) {
      return new InvalidYamlException(1, 1, String.valueOf(e.getProblem()));
    }
    int tab = indentingTab(text, mark.getLine());
    if (tab > 0) {
      return new InvalidYamlException(
          mark.getLine() + 1, tab, "tab at column " + tab + "; use spaces");
    }
    boolean hasContext = e.getContext() != null && !e.getContext().isEmpty();
    var context = hasContext ? e.getContext() + ": " : "";
    return new InvalidYamlException(
        mark.getLine() + 1, mark.getColumn() + 1, "not YAML: " + context + e.getProblem());
  }

  /**
   * Returns the column, from 1, of a tab before that line's first word; 0 if there is none. The
   * line counts from 0.
   */
  private static int indentingTab(String text, int line) {
    var indented = text.lines().skip(line).findFirst().orElse("");
    var indentation = indented.substring(0, indented.length() - indented.stripLeading().length());
    return indented.isBlank() ? 0 : indentation.indexOf('\t') + 1;
  }

  private static InvalidYamlException unprintable(String text, ReaderException e) {
    var before = text.codePoints().limit(e.getPosition()).toArray();
    int line = 1;
    int column = 1;
    for (int codePoint : before) {
      column = codePoint == '\n' ? 1 : column + 1;
      line += codePoint == '\n' ? 1 : 0;
    }
    var what = String.format("not YAML: the character U+%04X is not allowed", e.getCodePoint());
    return new InvalidYamlException(line, column, what);
  }
}
