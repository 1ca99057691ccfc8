package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operator at the root of this repository is what the commands in
 * docs/contributing/repository.md make, with the edits that it lists.
 */
class OwnOperatorTest {
  private static final Pattern SECTION =
      Pattern.compile(
          "^## The operator of this repository$(.+?)^## ", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern COMMAND = Pattern.compile("^\\$ catamaran (.+)$", Pattern.MULTILINE);

  private static final Pattern ROW =
      Pattern.compile("^\\| (`.+`) \\| (\\w+)\\b.* \\|$", Pattern.MULTILINE);

  private static final Pattern FILE = Pattern.compile("`([^`]+)`");

  /** The files of the repository that belong to its operator alone. */
  private static final List<Path> OWN =
      Stream.of("PROJECT", ".catamaran", "config", "helm-charts").map(Path::of).toList();

  private final Path project;

  OwnOperatorTest(@TempDir Path folder) {
    this.project = folder.resolve("memcached-operator");
  }

  @Test
  void isWhatTheCommandsMakeWithTheListedEdits() throws IOException {
    var readme = SECTION.matcher(Files.readString(Path.of("docs/contributing/repository.md")));
    assertTrue(readme.find(), "no section about the operator");
    COMMAND.matcher(readme.group(1)).results().map(found -> found.group(1)).forEach(this::run);
    var listed = listedEdits(readme.group(1));

    var found = new TreeMap<String, String>();
    edits().forEach((file, edit) -> found.put(listedAs(file, listed.keySet()), edit));

    assertEquals(
        listed,
        found,
        "list the edit in docs/contributing/repository.md, or undo it and run `make manifests`");
  }

  private void run(String command) {
    var output = new StringWriter();
    var arguments = Stream.of(command.split(" ")).toArray(String[]::new);
    var place =
        command.startsWith("manifests")
            ? "--watches-file=" + project.resolve("watches.yaml")
            : "--project=" + project;
    var all = Stream.concat(Stream.of(arguments), Stream.of(place)).toArray(String[]::new);
    var out = new PrintWriter(output);
    assertEquals(0, Main.execute(out, out, all), output::toString);
  }

  /** Returns the word of each listed path: edited, added, moved or removed. */
  private static Map<String, String> listedEdits(String section) {
    var edits = new TreeMap<String, String>();
    ROW.matcher(section)
        .results()
        .forEach(
            row ->
                FILE.matcher(row.group(1))
                    .results()
                    .forEach(file -> edits.put(file.group(1), row.group(2))));
    return edits;
  }

  /** Returns the path itself, or the directory that the page lists for it. */
  private static String listedAs(String file, Set<String> listed) {
    return listed.stream()
        .filter(path -> path.endsWith("/") && file.startsWith(path))
        .findFirst()
        .orElse(file);
  }

  private Map<String, String> edits() throws IOException {
    var made = files(Stream.of(project)).stream().map(project::relativize).toList();
    var own = files(OWN.stream());
    var all = new TreeSet<>(made);
    all.addAll(own);
    var edits = new TreeMap<String, String>();
    for (var file : all) {
      if (!made.contains(file)) {
        edits.put(file.toString(), "added");
      } else if (!Files.exists(file)) {
        edits.put(file.toString(), "removed");
      } else if (Files.mismatch(file, project.resolve(file)) >= 0) {
        edits.put(file.toString(), "edited");
      }
    }
    return edits;
  }

  private static List<Path> files(Stream<Path> folders) {
    return folders
        .flatMap(
            folder -> {
              try (var files = Files.walk(folder)) {
                return files.filter(Files::isRegularFile).toList().stream();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }
}
