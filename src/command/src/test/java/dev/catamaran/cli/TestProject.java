package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/** A project on disk that a test edits, and the command in it. */
public record TestProject(Path folder) {
  public static final Path MEMCACHED = Path.of("helm-charts/memcached").toAbsolutePath();

  private static final Map<String, String> CHART =
      Map.of(
          "Chart.yaml",
          """
          apiVersion: v2
          name: web
          version: 0.1.0
          kubeVersion: ">=1.20.0"
          """,
          "values.yaml",
          """
          # How many.
          replicas: 1
          name: box
          """,
          "values.schema.json",
          """
          {"type": "object", "properties": {"replicas": {"type": "integer"}}}
          """,
          "templates/settings.yaml",
          """
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: {{ .Release.Name }}
          data:
            replicas: {{ .Values.replicas | quote }}
          """);

  /** What a command wrote, and its exit code. */
  public record Outcome(int code, String out, String err) {
    public Outcome isOf(int expected) {
      assertEquals(expected, code, () -> out + err);
      return this;
    }
  }

  /** The files of a valid project: the kind Web with a small chart. */
  private static final class Valid {
    static final Map<String, String> FILES = files();

    private static Map<String, String> files() {
      try (var work = TemporaryFolder.create("catamaran-test-")) {
        var chart = new TestProject(work.path().resolve("web")).writeAll(CHART);
        var project = new TestProject(work.path().resolve("operator"));
        project.succeed("init --domain my.domain");
        project.succeed("create api --group shop --helm-chart " + chart.folder());
        return project.tree();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Writes a valid project into an empty folder. */
  public static TestProject validIn(Path folder) throws IOException {
    return new TestProject(folder).writeAll(Valid.FILES);
  }

  /** Makes memcached-operator with the kind Memcached, with the chart of this repository. */
  public static TestProject memcachedIn(Path parent) {
    var project = new TestProject(parent.resolve("memcached-operator"));
    project.succeed("init --domain my.domain");
    project.succeed("create api --group cache --kind Memcached --helm-chart " + MEMCACHED);
    return project;
  }

  public static Outcome run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  /**
   * Runs a command for this project.
   *
   * @param line its words
   * @param more arguments that may have blanks
   */
  public Outcome command(String line, String... more) {
    return run(
        Stream.of(Stream.of(line.split(" +")), Stream.of("--project=" + folder), Stream.of(more))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  /** Runs a command that succeeds, and returns its output. */
  public String succeed(String line, String... more) {
    return command(line, more).isOf(0).out();
  }

  /** Runs a command that fails and writes no file, and returns its message. */
  public String refuse(String line, String... more) {
    try {
      var before = Files.exists(folder) ? tree() : Map.of();
      var message = command(line, more).isOf(1).err();
      assertEquals(before, Files.exists(folder) ? tree() : Map.of());
      return message;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outcome validate(String... more) {
    return command("validate", more);
  }

  /** Writes the generated files. */
  public Outcome manifests() {
    return command("manifests");
  }

  public SortedMap<String, String> tree() throws IOException {
    return GoldenTree.files(folder);
  }

  public Path file(String path) {
    return folder.resolve(path);
  }

  public String read(String path) throws IOException {
    return Files.readString(file(path));
  }

  public TestProject write(String path, String text) throws IOException {
    Files.createDirectories(file(path).resolveSibling(""));
    Files.writeString(file(path), text);
    return this;
  }

  public TestProject writeAll(Map<String, String> files) throws IOException {
    for (var file : files.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    return this;
  }

  public TestProject append(String path, String text) throws IOException {
    return write(path, read(path) + text);
  }

  /** Replaces all occurrences of a text that is in the file. */
  public TestProject replace(String path, String text, String by) throws IOException {
    var before = read(path);
    assertTrue(before.contains(text), before);
    return write(path, before.replace(text, by));
  }

  /** Deletes a directory with its files, if it is there. */
  public void deleteAll(String path) {
    if (Files.exists(file(path))) {
      try (var files = Files.walk(file(path))) {
        for (var each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public TestProject delete(String path) throws IOException {
    Files.delete(file(path));
    return this;
  }

  /** A sentence with a long path in it may be broken after its problem. */
  public static void assertContains(String text, String... parts) {
    var unbroken = text.replace(";\n", "; ");
    for (var part : parts) {
      assertTrue(
          text.contains(part) || unbroken.contains(part),
          () -> "no \"%s\" in:\n%s".formatted(part, text));
    }
  }
}
