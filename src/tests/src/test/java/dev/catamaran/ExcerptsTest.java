package dev.catamaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A block below a comment with a file name is an excerpt of this file. A line of three dots stands
 * for omitted lines; the indentation may differ.
 */
class ExcerptsTest {
  private static final Pattern EXCERPT =
      Pattern.compile(
          "^<!-- from (\\S+) -->\n```\\w+\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(
      strings = {"docs/tutorials/typed-reconciler.md", "docs/how-to/write-a-reconciler.md"})
  void agreeWithTheirFiles(String document) throws IOException {
    var excerpts = EXCERPT.matcher(Files.readString(Path.of(document))).results().toList();
    assertTrue(!excerpts.isEmpty(), document + " has no excerpt");
    var wrong = new ArrayList<String>();
    for (var excerpt : excerpts) {
      var source = plain(Files.readString(Path.of(excerpt.group(1))));
      if (!hasInOrder(source, List.of(plain(excerpt.group(2)).split("\n\\.\\.\\.\n")))) {
        wrong.add(excerpt.group());
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static boolean hasInOrder(String source, List<String> parts) {
    int from = 0;
    for (var part : parts) {
      int at = source.indexOf(part, from);
      if (at < 0) {
        return false;
      }
      from = at + part.length();
    }
    return true;
  }

  private static String plain(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
