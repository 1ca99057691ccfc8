package dev.catamaran.definition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Descriptions in the lines of comments. */
final class CommentText {
  /** Of helm-docs: {@code # -- (int) Number of pods}. */
  private static final Pattern MARKED = Pattern.compile("--(?:\\s+\\([^)]*\\))?(?:\\s+(.*))?");

  /** Of helm-docs before 1.4: {@code # image.tag -- Tag}. */
  private static final Pattern OLD = Pattern.compile("([\\w.\\-]+)\\s+--\\s+(.*)");

  /** Of Bitnami's readme-generator: a tag, the path, options in brackets, the text. */
  private static final Pattern PARAM =
      Pattern.compile("@param\\s+(\\S+)\\s+(?:\\[[^\\]]*]\\s*)?(.*)");

  /** A tag of a generator of documents, such as {@code @default -- 3} or {@code @schema}. */
  private static final Pattern TAG = Pattern.compile("@\\w+.*");

  /**
   * YAML that is not in use. Prose may begin with a word and a colon too, but then in upper case.
   */
  private static final Pattern CODE =
      Pattern.compile(
          "\\s*(?:-(?:\\s.*)?|[a-z0-9\"'/][\\w.\\-/\"']*\\s*:(?:\\s.*)?"
              + "|[A-Z0-9]*_[A-Z0-9_]*\\s*:(?:\\s.*)?|[{}\\[\\]|].*)");

  private static final Pattern BANNER = Pattern.compile("[^\\p{L}\\p{N}]*");

  /** The first lines of `helm create`; they are about the file. */
  private static final Pattern ABOUT_FILE =
      Pattern.compile(
          "Default values for .*|This is a YAML-formatted file\\.?|Declare .* to be passed into .*");

  private CommentText() {}

  /** Returns the descriptions that name their value, by {@link ValuePath#text}. */
  static Map<String, String> addressed(List<String> lines) {
    var found = new HashMap<String, String>();
    for (int i = 0; i < lines.size(); i++) {
      var param = PARAM.matcher(lines.get(i));
      var old = OLD.matcher(lines.get(i));
      if (param.matches()) {
        put(found, param.group(1), param.group(2));
      } else if (old.matches()) {
        put(found, old.group(1), old.group(2));
      }
    }
    return found;
  }

  private static void put(Map<String, String> found, String path, String text) {
    if (!text.isBlank()) {
      found.putIfAbsent(path, text.strip());
    }
  }

  /** Returns the text behind the last mark of helm-docs, up to the end or to YAML. */
  static Optional<String> marked(List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      var mark = MARKED.matcher(lines.get(i).strip());
      if (mark.matches()) {
        var texts = new ArrayList<String>();
        texts.add(Optional.ofNullable(mark.group(1)).orElse(""));
        lines.subList(i + 1, lines.size()).stream()
            .filter(line -> !TAG.matcher(line.strip()).matches())
            .takeWhile(line -> !CODE.matcher(line).matches())
            .forEach(texts::add);
        return joined(texts);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the prose of a comment. If it begins with YAML, that belongs to the key before, and the
   * prose is at the end.
   */
  static Optional<String> plain(List<String> lines) {
    var runs = new ArrayList<List<String>>();
    runs.add(new ArrayList<>());
    boolean code = false;
    for (var line : lines) {
      code = CODE.matcher(line).matches() || (code && line.startsWith("  "));
      if (code) {
        runs.add(new ArrayList<>());
      } else if (isProse(line)) {
        runs.getLast().add(line);
      }
    }
    return joined(runs.getFirst().isEmpty() ? runs.getLast() : runs.getFirst());
  }

  private static boolean isProse(String line) {
    var text = line.strip();
    return !TAG.matcher(text).matches()
        && !BANNER.matcher(text).matches()
        && !ABOUT_FILE.matcher(text).matches();
  }

  private static Optional<String> joined(List<String> lines) {
    var text = String.join(" ", lines).strip().replaceAll("\\s+", " ");
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
