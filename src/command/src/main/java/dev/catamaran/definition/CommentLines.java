package dev.catamaran.definition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.comments.CommentType;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.ScannerImpl;
import org.yaml.snakeyaml.tokens.CommentToken;

/**
 * The comments of a YAML text by line, from 1.
 *
 * @param blocks comments with a line of their own
 * @param trailing texts of comments behind a key or value
 */
record CommentLines(SortedMap<Integer, Line> blocks, Map<Integer, String> trailing) {
  private static final int LONGEST = 64 << 20;

  /**
   * A comment.
   *
   * @param column of its first #, from 1
   * @param text without # and the space behind
   */
  record Line(int column, String text) {}

  /**
   * Reads the comments of a text.
   *
   * @throws YAMLException if the text is not YAML
   */
  static CommentLines of(String text) {
    var options = new LoaderOptions();
    options.setProcessComments(true);
    options.setCodePointLimit(LONGEST);
    var lines = new CommentLines(new TreeMap<>(), new HashMap<>());
    // Not the parser: it fails at a comment behind an anchor.
    var scanner = new ScannerImpl(new StreamReader(text), options);
    while (scanner.checkToken()) {
      if (scanner.getToken() instanceof CommentToken comment) {
        lines.add(comment);
      }
    }
    return lines;
  }

  private void add(CommentToken comment) {
    var mark = comment.getStartMark();
    var text = comment.getValue().replaceFirst("^#*", "").replaceFirst("^ ", "").stripTrailing();
    if (comment.getCommentType() == CommentType.BLOCK) {
      blocks.put(mark.getLine() + 1, new Line(mark.getColumn() + 1, text));
    } else if (comment.getCommentType() == CommentType.IN_LINE) {
      trailing.put(mark.getLine() + 1, text);
    }
  }

  /** Returns the texts of all comments with a line of their own, in order. */
  List<String> texts() {
    return blocks.values().stream().map(Line::text).toList();
  }

  /** Returns the texts of the lines directly above a line. */
  List<String> above(int line) {
    return above(line, found -> true);
  }

  /** Returns the texts of the lines directly above a line that begin at a column. */
  List<String> above(int line, int column) {
    return above(line, found -> found.column() == column);
  }

  private List<String> above(int line, Predicate<Line> belongs) {
    var texts = new ArrayList<String>();
    for (int at = line - 1; blocks.containsKey(at) && belongs.test(blocks.get(at)); at--) {
      texts.addFirst(blocks.get(at).text());
    }
    return texts;
  }

  /** Returns the text of the comment at the end of a line. */
  Optional<String> behind(int line) {
    return Optional.ofNullable(trailing.get(line));
  }
}
