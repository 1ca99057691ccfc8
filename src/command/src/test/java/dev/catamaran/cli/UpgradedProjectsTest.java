package dev.catamaran.cli;

import static java.util.function.Predicate.not;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.TestProject.Outcome;
import dev.catamaran.project.Changes;
import dev.catamaran.project.GeneratedManifests;
import dev.catamaran.rights.ClassRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Projects of earlier versions are upgraded, with the edits of a person. Its directory has a README
 * that says how to add one.
 */
class UpgradedProjectsTest {
  private static final Path ALL = Path.of("src/command/src/test/golden/upgrade");

  /** The texts that init and create wrote. */
  private static final String WRITTEN = ".catamaran/written.yaml";

  private final Path folder;
  private final TestProject project;

  UpgradedProjectsTest(@TempDir Path folder) {
    this.folder = folder;
    this.project = new TestProject(folder.resolve("shop"));
  }

  static List<Path> versions() throws IOException {
    try (var versions = Files.list(ALL)) {
      return versions.filter(Files::isDirectory).sorted().toList();
    }
  }

  private Outcome upgrade(String... options) {
    var all = new ArrayList<>(List.of("upgrade", "--project", project.folder() + ""));
    all.addAll(List.of(options));
    return TestProject.run(all.toArray(String[]::new));
  }

  private static SortedMap<String, String> write(TestProject project, Path golden)
      throws IOException {
    var files = GoldenTree.files(golden);
    for (var file : files.entrySet()) {
      project.write(file.getKey(), file.getValue());
    }
    return files;
  }

  private static void succeed(Path folder, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--project", folder.toString()));
    var outcome = TestProject.run(all.toArray(String[]::new));
    assertEquals(0, outcome.code(), outcome::err);
  }

  /** The project as this version writes it. */
  private SortedMap<String, String> makeNew(Path chart) throws IOException {
    var made = folder.resolve("new");
    succeed(made, "init", "--domain", "my.domain", "--name", "shop-operator");
    succeed(
        made,
        "create",
        "api",
        "--group",
        "shop",
        "--kind",
        "Web",
        "--helm-chart",
        chart.toString());
    var java = List.of("--group", "shop", "--version", "v1", "--kind", "Backup");
    succeed(
        made,
        Stream.of(List.of("create", "api"), java, List.of("--java"))
            .flatMap(List::stream)
            .toArray(String[]::new));
    succeed(
        made,
        Stream.of(
                List.of("create", "webhook"),
                java,
                List.of("--programmatic-validation", "--conversion", "--spoke", "v1beta1"))
            .flatMap(List::stream)
            .toArray(String[]::new));
    return GoldenTree.files(made);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void haveTheirEditsAndAllThatIsNew(Path version) throws IOException {
    var written = write(project, version.resolve("written"));
    var edits = write(project, version.resolve("edits"));
    assertTrue(edits.size() >= 5, edits.keySet()::toString);
    var made = makeNew(version.resolve("written/helm-charts/web").toAbsolutePath());
    var before = GoldenTree.files(project.folder());
    var pristine =
        written.containsKey(WRITTEN)
            ? new String[] {}
            : new String[] {"--from", version.resolve("written").toString()};

    assertEquals(2, check(pristine).code());
    assertEquals(before, GoldenTree.files(project.folder()));
    var outcome = upgrade(pristine);

    assertEquals(new Outcome(0, outcome.out(), ""), outcome);
    var after = GoldenTree.files(project.folder());
    var followed = made.keySet().stream().filter(keptIn(made)::contains).toList();
    for (var path : followed) {
      var old = written.getOrDefault(path, "");
      var text = after.getOrDefault(path, "");
      var mine = edits.getOrDefault(path, old);
      if (mine.equals(old)) {
        assertEquals(made.get(path), text, path);
      }
      assertTrue(lines(text).containsAll(added(old, mine)), path);
      assertTrue(lines(text).containsAll(added(old, made.getOrDefault(path, ""))), path);
      added(mine, old).forEach(line -> assertFalse(lines(text).contains(line), path + line));
    }
    assertEquals(made.get(WRITTEN), after.get(WRITTEN));
    assertEquals(0, check().code());

    var changes = new Changes(project.folder());
    var unused =
        GeneratedManifests.of(project.folder(), DeclaredWatches.read(project.file("watches.yaml")))
            .addTo(changes, ClassRights.NONE);
    changes.write(false);
    var valid = project.validate();
    assertEquals(0, valid.code(), valid::out);
    assertTrue(
        valid.out().lines().filter(line -> line.contains(": ")).allMatch(this::isAboutClasses),
        valid::out);
  }

  /** A test has no Maven to build them. */
  private boolean isAboutClasses(String line) {
    return line.contains(" is not on the class path; ");
  }

  private static List<String> keptIn(SortedMap<String, String> made) {
    return made.getOrDefault(WRITTEN, "")
        .lines()
        .filter(line -> !line.startsWith(" ") && line.endsWith(":"))
        .map(line -> line.substring(0, line.length() - 1).replace("\"", ""))
        .toList();
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  /** Lines of a text that another one has not. */
  private static List<String> added(String before, String after) {
    return after.lines().filter(not(lines(before)::contains)).toList();
  }

  private Outcome check(String... options) {
    return upgrade(Stream.concat(Stream.of("--check"), Stream.of(options)).toArray(String[]::new));
  }

  /** A program that asks must not take a failure, or a typo, for a difference. */
  @Test
  void sayByTheExitCodeWhetherSomethingWouldChange() throws IOException {
    succeed(project.folder(), "init", "--domain", "my.domain");
    var current = check();
    assertEquals(0, current.code(), current::err);
    project.replace("PROJECT", "cliVersion: ", "cliVersion: 0.0.9 # ");
    var outdated = check();
    assertEquals(2, outdated.code());
    assertTrue(outdated.out().startsWith("## Catamaran 0.0.9 → "), outdated::out);
    assertEquals(64, check("--chekc").code());
    assertEquals(64, check("extra").code());
    project.delete("PROJECT");
    assertEquals(1, check().code());
  }

  @Test
  void areValidOnlyWithOneVersion() throws IOException {
    TestProject.validIn(project.folder());
    project.replace(
        "Dockerfile", "localhost/catamaran:", "registry.example.com/catamaran:9.9.9\n#");
    project.assertReports(
        0,
        """
        Dockerfile:1: warning: registry.example.com/catamaran:9.9.9 is not of version 0.1.0-SNAPSHOT, which PROJECT names; run `catamaran upgrade`, or name the version of PROJECT
        0 errors, 1 warning
        """);
  }
}
