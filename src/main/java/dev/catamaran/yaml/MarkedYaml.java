package dev.catamaran.yaml;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Reads YAML 1.1, what Kubernetes and Helm read. Constructs no Java objects from tags. */
public final class MarkedYaml {

  private static final int NESTING_LIMIT = 200;
  private static final int ALIAS_LIMIT = 10_000;
  private static final int SIZE_LIMIT = 20 << 20;

  private MarkedYaml() {}

  /**
   * Reads a text of any number of documents; empty ones are left out.
   *
   * @throws InvalidYamlException at the first thing that is not YAML, a key that is not a scalar,
   *     or an anchor that contains itself
   */
  public static List<Marked> documents(String text) throws InvalidYamlException {
    var readable = Tabs.unindented(text.startsWith("\uFEFF") ? text.substring(1) : text);
    while (true) {
      try {
        return compose(readable);
      } catch (MarkedYAMLException e) {
        var separated = Tabs.separated(readable, e);
        if (separated.isEmpty()) {
          throw syntax(readable, e);
        }
        readable = separated.get();
      } catch (ReaderException e) {
        throw unprintable(readable, e);
      } catch (YAMLException e) {
        throw new InvalidYamlException(1, 1, String.valueOf(e.getMessage()));
      }
    }
  }

  private static List<Marked> compose(String text) throws InvalidYamlException {
    var documents = new ArrayList<Marked>();
    for (var node : new Yaml(limits()).composeAll(new StringReader(text))) {
      var document = new Marker().mark(node);
      if (!document.isNull()) {
        documents.add(document);
      }
    }
    return List.copyOf(documents);
  }

  private static LoaderOptions limits() {
    var options = new LoaderOptions();
    options.setNestingDepthLimit(NESTING_LIMIT);
    options.setMaxAliasesForCollections(ALIAS_LIMIT);
    options.setCodePointLimit(SIZE_LIMIT);
    return options;
  }

  private static InvalidYamlException syntax(String text, MarkedYAMLException e) {
    var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
    if (mark == null) {
      return new InvalidYamlException(1, 1, String.valueOf(e.getProblem()));
    }
    var tab = Tabs.indenting(text, mark.getLine());
    if (tab > 0) {
      return new InvalidYamlException(
          mark.getLine() + 1, tab, "tab at column " + tab + "; use spaces");
    }
    var context = e.getContext() == null ? "" : e.getContext() + ": ";
    return new InvalidYamlException(
        mark.getLine() + 1, mark.getColumn() + 1, "not YAML: " + context + e.getProblem());
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
