package dev.catamaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users read has the words of the field, and plain English: the documentation, the messages
 * and help texts, the chart, the manifests and the samples. Decisions (docs/adr) are records, and
 * names in code may stay.
 */
class WordsTest {
  /** The pattern of words to avoid, and what to write. */
  private static final Map<String, String> AVOIDED =
      Map.of(
          "rights?", "permissions, or correct",
          "folders?", "directory",
          "definitions?", "CRD",
          "blanks?", "space",
          "(that|those) of", "name the thing again",
          "(cannot|can) be had", "is not available",
          "begin of", "start of",
          "vouch(es)?|believes?|believed|beliefs?", "trusted, verified, names",
          "himself|herself", "themselves, or leave it out");

  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)(?<![\\w./-])(" + String.join("|", AVOIDED.keySet()) + ")(?![\\w/-]|\\.\\w)");

  /** Code in a page: blocks other than what a terminal shows, names, and targets of links. */
  private static final Pattern CODE =
      Pattern.compile(
          "(?ms)^ *```(?!console).*?^ *```|(?<!`)`[^`\n]+`(?!`)|]\\([^)]*\\)|^```console$");

  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");

  /** Words of a protocol or of a format, which no person reads. */
  private static final List<String> NO_TEXTS = List.of("\"definitions\"", "\"no-right\"");

  @Test
  void pagesHaveTheWordsOfTheField() {
    var pages =
        Documents.pages().stream()
            .filter(page -> !page.startsWith("docs/adr") || page.endsWith("README.md"))
            .toList();
    assertTrue(pages.size() > 40, pages::toString);
    assertEquals(
        List.of(),
        pages.stream()
            .flatMap(page -> found(page, CODE.matcher(Sources.read(page)).replaceAll("code")))
            .toList());
  }

  @Test
  void messagesAndHelpTextsHaveThem() {
    var files = Sources.files("main");
    assertTrue(files.size() > 400, () -> files.size() + " files");
    var wrong = new ArrayList<String>();
    for (var file : files) {
      Sources.read(file)
          .lines()
          .filter(line -> !line.strip().matches("(//|\\*|/\\*).*"))
          .flatMap(line -> LITERAL.matcher(line).results())
          .map(literal -> literal.group())
          .filter(literal -> !NO_TEXTS.contains(literal))
          .flatMap(literal -> found(file, literal))
          .forEach(wrong::add);
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void manifestsAndTemplatesHaveThem() {
    var files =
        Stream.of(
                "config",
                "helm-charts",
                "samples",
                "src/command/src/main/resources/dev/catamaran/project",
                "src/command/src/main/resources/dev/catamaran/distribution")
            .flatMap(
                root ->
                    Documents.files(Path.of(root), ".*\\.(yaml|json|tpl|txt)|Makefile").stream())
            .toList();
    assertTrue(files.size() > 50, () -> files.size() + " files");
    assertEquals(
        List.of(),
        Stream.concat(
                files.stream(),
                Stream.of(
                        "Makefile",
                        "watches.yaml",
                        "src/operator/src/main/resources/dev/catamaran/watch/watches.schema.json")
                    .map(Path::of))
            .flatMap(file -> found(file, Sources.read(file)))
            .toList());
  }

  private static Stream<String> found(Path file, String text) {
    return WORDS.matcher(text).results().map(word -> file + ": " + around(text, word.start()));
  }

  private static String around(String text, int place) {
    return text.substring(Math.max(0, place - 30), Math.min(text.length(), place + 30))
        .replace('\n', ' ');
  }
}
