package dev.catamaran;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The links of the documentation lead somewhere, and the documentation is found. */
class DocumentationLinksTest {
  /** How many links a reader follows from README.md to any page. */
  private static final int CLICKS = 3;

  private static final Pattern LINK =
      Pattern.compile("\\[(?<text>[^\\]]*)]\\((?<target>[^)\\s#]*)(?:#(?<anchor>[^)\\s]*))?\\)");

  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|(?<!`)`[^`\n]+`(?!`)");

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (?<text>.+)$");

  /** A page that a source, a script or a manifest names. */
  private static final Pattern NAMED = Pattern.compile("\\bdocs/[\\w/.-]+\\.md\\b");

  @Test
  void everyLinkHasItsFileAndItsHeading() {
    var broken = new ArrayList<String>();
    for (var page : Documents.pages()) {
      for (var link : links(page)) {
        if (!Files.exists(link.file())) {
          broken.add(page + ": " + link.file());
        } else if (!link.anchor().isEmpty() && !anchors(link.file()).contains(link.anchor())) {
          broken.add(page + ": " + link.file() + "#" + link.anchor());
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  /** Such as [limits.md](limits.md), whose text would name a former page after a move. */
  @Test
  void aTextThatNamesAPageNamesTheLinkedOne() {
    var wrong = new ArrayList<String>();
    for (var page : Documents.pages()) {
      for (var link : links(page)) {
        var text = link.text().replaceFirst("^.*/", "");
        if (text.matches("[\\w-]+\\.md") && !link.file().endsWith(text)) {
          wrong.add(page + ": " + link.text() + " leads to " + link.file());
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void everyPageThatAFileNamesExists() {
    var missing = new ArrayList<String>();
    for (var file :
        Documents.files(Path.of(""), "[\\w-]+|.*\\.(java|go|sh|yaml|json|xml|md|tpl)")) {
      NAMED
          .matcher(Sources.read(file))
          .results()
          .map(found -> Path.of(found.group()))
          .filter(page -> !Files.exists(page))
          .forEach(page -> missing.add(file + ": " + page));
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void everyPageIsFewClicksFromTheReadme() {
    var found = new HashSet<>(Set.of(Path.of("README.md")));
    for (int i = 0; i < CLICKS; i++) {
      List.copyOf(found).stream()
          .filter(page -> page.toString().endsWith(".md"))
          .flatMap(page -> links(page).stream())
          .map(Link::file)
          .filter(Files::isRegularFile)
          .forEach(found::add);
    }
    var hidden = new TreeSet<>(Documents.files(Path.of("docs"), ".*\\.md"));
    assertTrue(hidden.size() > 50, () -> hidden.size() + " pages");
    hidden.removeAll(found);
    assertEquals(Set.of(), hidden);
  }

  @Test
  void everyPageWithCommandsIsRun() {
    var makefile = Sources.read(Path.of("Makefile"));
    var run = new TreeSet<Path>();
    Pattern.compile("(?m)^\t@hack/readme (.+)$")
        .matcher(makefile)
        .results()
        .flatMap(line -> Stream.of(line.group(1).split(" ")))
        .map(Path::of)
        .forEach(run::add);
    var written =
        Documents.pages().stream()
            .filter(page -> Pattern.compile("(?m)^ *```sh$").matcher(Sources.read(page)).find())
            .collect(toCollection(TreeSet::new));
    assertEquals(run, written);
  }

  private record Link(String text, Path file, String anchor) {}

  private static List<Link> links(Path page) {
    return LINK.matcher(CODE.matcher(Sources.read(page)).replaceAll("code"))
        .results()
        .filter(found -> !found.group("target").matches("\\w+:.*"))
        .map(
            found -> {
              var target = found.group("target");
              return new Link(
                  found.group("text"),
                  target.isEmpty() ? page : page.resolveSibling(target).normalize(),
                  found.group("anchor") == null ? "" : found.group("anchor"));
            })
        .toList();
  }

  /** The anchors that GitHub gives to headings. */
  private static Set<String> anchors(Path page) {
    var seen = new ArrayList<String>();
    return HEADING
        .matcher(Sources.read(page).replaceAll("(?ms)^ *```.*?^ *```", ""))
        .results()
        .map(
            found -> {
              var slug =
                  found
                      .group("text")
                      .toLowerCase(Locale.ROOT)
                      .replaceAll("[^\\w\\- ]", "")
                      .replace(' ', '-');
              seen.add(slug);
              var before = seen.stream().filter(slug::equals).count() - 1;
              return before == 0 ? slug : slug + "-" + before;
            })
        .collect(toSet());
  }
}
