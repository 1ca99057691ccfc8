package dev.catamaran;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All tests and classes in the documentation exist. */
class DocumentedTestsTest {
  /** A method without a class is one of the last named class. */
  private static final Pattern NAMED =
      Pattern.compile(
          "`(?:(?:[a-z/]+/)?(?<type>[A-Z]\\w+(?:IT|Test))(?:#(?<method>\\w+))?|#(?<next>\\w+))`");

  @Test
  void everyTestInTheDocumentationExists() throws IOException {
    var sources = sources();
    var named = 0;
    var missing = new ArrayList<String>();
    for (var page : pages()) {
      var matcher = NAMED.matcher(Files.readString(page));
      var type = "";
      while (matcher.find()) {
        named++;
        type = Optional.ofNullable(matcher.group("type")).orElse(type);
        var source = sources.getOrDefault(type, "");
        var method = Optional.ofNullable(matcher.group("next")).orElse(matcher.group("method"));
        if (source.isEmpty() || (method != null && !source.contains("void " + method + "("))) {
          missing.add(page + ": " + matcher.group());
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(named > 50, "only " + named + " tests in the documentation");
  }

  /** Maven runs the others, and says nothing of one that does not exist. */
  @Test
  void everyTestOfTheWorkflowExists() throws IOException {
    var workflow = Files.readString(Path.of(".github/workflows/ci.yaml"));
    var named = Pattern.compile("-Dit\\.test=(?<types>[\\w,]+)").matcher(workflow);
    assertTrue(named.find());
    var missing = new TreeSet<>(Set.of(named.group("types").split(",")));
    assertEquals(10, missing.size());
    missing.removeAll(sources().keySet());
    assertEquals(Set.of(), missing);
  }

  @Test
  void everyClassInTheDocumentationExists() throws IOException {
    var named = Pattern.compile("`(?<place>[a-z]+/[A-Z]\\w+)(?:[.#(][^`]*)?`");
    var found = new TreeSet<String>();
    for (var page : pages()) {
      named.matcher(Files.readString(page)).results().forEach(r -> found.add(r.group("place")));
    }
    var folders =
        Stream.of("main", "test")
            .flatMap(kind -> Sources.roots(kind).stream())
            .flatMap(root -> Stream.of(root, root.resolve("samples")))
            .toList();
    var missing =
        found.stream()
            .filter(
                place ->
                    folders.stream()
                        .map(folder -> folder.resolve(place + ".java"))
                        .noneMatch(Files::exists))
            .toList();
    assertEquals(List.of(), missing);
    assertTrue(found.size() > 50, () -> "only " + found.size() + " classes in the documentation");
  }

  /** The first table of docs/contributing/faults.md has 38 rows, the others together 57. */
  @Test
  void everyFaultAndEveryBadInputHasATest() throws IOException {
    var rows =
        Pattern.compile("(?m)^\\| (\\d+) \\|.*$")
            .matcher(Files.readString(Path.of("docs/contributing/faults.md")));
    var numbers = new ArrayList<Integer>();
    while (rows.find()) {
      assertTrue(NAMED.matcher(rows.group()).find(), () -> rows.group());
      numbers.add(Integer.valueOf(rows.group(1)));
    }
    assertEquals(
        IntStream.concat(IntStream.rangeClosed(1, 38), IntStream.rangeClosed(1, 57))
            .boxed()
            .toList(),
        numbers);
  }

  private static List<Path> pages() throws IOException {
    try (var files = Files.walk(Path.of("docs"))) {
      return Stream.concat(
              Stream.of(Path.of("README.md"), Path.of("src/tests/README.md")),
              files.filter(file -> file.toString().endsWith(".md")))
          .toList();
    }
  }

  /** The sources by simple class name; two packages may have tests of the same name. */
  private static Map<String, String> sources() {
    return Sources.files("test").stream()
        .filter(file -> file.toString().matches(".*(IT|Test)\\.java"))
        .collect(
            toMap(
                file -> file.getFileName().toString().replace(".java", ""),
                Sources::read,
                String::concat));
  }
}
