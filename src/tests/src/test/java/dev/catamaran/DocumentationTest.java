package dev.catamaran;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
import dev.catamaran.status.Reasons;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Links lead somewhere, the commands and programs of pages are run, and the project at the top is
 * up to date.
 */
class DocumentationTest {
  private static final Set<String> NOT_OURS = Set.of("target", ".git", "golden", "node_modules");

  private static final Pattern LINK =
      Pattern.compile("\\[[^\\]]*]\\((?!\\w+:)(?<target>[^)\\s#]*)(?:#(?<anchor>[^)\\s]*))?\\)");

  @Test
  void everyLinkHasItsFileAndItsHeading() throws IOException {
    var broken = new ArrayList<String>();
    for (var page : files(".*\\.md")) {
      var text = read(page).replaceAll("(?ms)^ *```.*?^ *```|(?<!`)`[^`\n]+`(?!`)", "");
      for (var link : found(LINK, text)) {
        var target = link.group("target");
        var file = target.isEmpty() ? page : page.resolveSibling(target).normalize();
        var anchor = link.group("anchor");
        if (!Files.exists(file) || (anchor != null && !anchors(file).contains(anchor))) {
          broken.add(page + ": " + link.group());
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  /** In comments, messages, scripts and manifests. */
  @Test
  void everyPageThatAFileNamesExists() throws IOException {
    var named = Pattern.compile("\\bdocs/[\\w/.-]+\\.md\\b");
    var missing = new ArrayList<String>();
    for (var file : files("[\\w-]+|.*\\.(java|go|sh|yaml|json|xml|md|tpl)")) {
      found(named, read(file)).stream()
          .filter(page -> !Files.exists(Path.of(page.group())))
          .forEach(page -> missing.add(file + ": " + page.group()));
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void everyPageWithCommandsIsRun() throws IOException {
    var run =
        found(Pattern.compile("(?m)^\t@hack/readme (.+)$"), read(Path.of("Makefile"))).stream()
            .flatMap(line -> Stream.of(line.group(1).split(" ")))
            .map(Path::of)
            .collect(toCollection(TreeSet::new));
    var written = new TreeSet<Path>();
    for (var page : files(".*\\.md")) {
      if (!found(Pattern.compile("(?m)^ *```sh$"), read(page)).isEmpty()) {
        written.add(page);
      }
    }
    assertEquals(run, written);
  }

  @Test
  void theProgramOfThePageAboutExtensionsCompiles(@TempDir Path directory) throws IOException {
    var program =
        found(
            Pattern.compile("(?ms)^```java\n(import .*?)^```$"),
            read(Path.of("docs/how-to/extend-a-chart.md")));
    var source = Files.writeString(directory.resolve("Operator.java"), program.getFirst().group(1));
    var classes = System.getProperty("java.class.path");
    var arguments = new String[] {"-proc:none", "-d", "" + directory, "-cp", classes, "" + source};
    assertEquals(
        0, ToolProvider.getSystemJavaCompiler().run(null, System.out, System.err, arguments));
  }

  /** A person looks up the reason of a condition or an Event there. */
  @Test
  void everyReasonIsExplained() throws Exception {
    var explained = read(Path.of("docs/how-to/troubleshooting.md"));
    var missing = new ArrayList<Object>();
    for (Field reason : Reasons.class.getFields()) {
      if (!explained.contains("\n### `" + reason.get(null) + "`\n")) {
        missing.add(reason.get(null));
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(Reasons.class.getFields().length > 60);
  }

  @Test
  void theProjectAtTheTopIsWhatItsCommandWrites() {
    var output = new StringWriter();
    var out = new PrintWriter(output);
    assertEquals(0, Main.execute(out, out, "manifests", "--check"), output::toString);
  }

  private static List<Path> files(String name) throws IOException {
    try (var all = Files.walk(Path.of(""))) {
      return all.filter(file -> file.getFileName().toString().matches(name))
          .filter(Files::isRegularFile)
          .filter(file -> Stream.of(file.toString().split("/")).noneMatch(NOT_OURS::contains))
          .toList();
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }

  private static List<MatchResult> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  /** The anchors that GitHub gives to headings; of two the same, the second one ends with -1. */
  private static Set<String> anchors(Path page) throws IOException {
    var slugs = new ArrayList<String>();
    var anchors = new TreeSet<String>();
    var text = read(page).replaceAll("(?ms)^ *```.*?^ *```", "");
    for (var heading : found(Pattern.compile("(?m)^#+ (.+)$"), text)) {
      var words = heading.group(1).toLowerCase(Locale.ROOT);
      var slug = words.replaceAll("[^\\w\\- ]", "").replace(' ', '-');
      var before = slugs.stream().filter(slug::equals).count();
      anchors.add(before == 0 ? slug : slug + "-" + before);
      slugs.add(slug);
    }
    return anchors;
  }
}
