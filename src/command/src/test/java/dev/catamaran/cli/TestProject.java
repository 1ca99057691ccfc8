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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A project on disk that a test edits and validates. */
record TestProject(Path folder) {
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
  record Outcome(int code, String out, String err) {}

  /** The files of a valid project: the kind Web with a small chart. */
  private static final class Valid {
    static final Map<String, String> FILES = files();

    private static Map<String, String> files() {
      try (var work = TemporaryFolder.create("catamaran-test-")) {
        var chart = new TestProject(work.path().resolve("web"));
        for (var file : CHART.entrySet()) {
          chart.write(file.getKey(), file.getValue());
        }
        var project = new TestProject(work.path().resolve("operator"));
        var place = List.of("--project", project.folder().toString());
        project.succeed(place, "init", "--domain", "my.domain");
        project.succeed(
            place, "create", "api", "--group", "shop", "--helm-chart", chart.folder().toString());
        return project.texts();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Writes a valid project into an empty folder. */
  static TestProject validIn(Path folder) throws IOException {
    var project = new TestProject(folder);
    for (var file : Valid.FILES.entrySet()) {
      project.write(file.getKey(), file.getValue());
    }
    return project;
  }

  private Map<String, String> texts() throws IOException {
    var texts = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        texts.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return texts;
  }

  private void succeed(List<String> options, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(options);
    var outcome = run(all.toArray(String[]::new));
    assertEquals(0, outcome.code(), outcome::err);
  }

  static Outcome run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  Outcome validate(String... more) {
    var arguments =
        new ArrayList<>(List.of("validate", "--watches-file", file("watches.yaml") + ""));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  /** Writes the generated files. */
  Outcome manifests() {
    return run("manifests", "--watches-file", file("watches.yaml").toString());
  }

  /** Validates the project, and compares exit code and text. */
  void assertReports(int code, String text) {
    assertEquals(new Outcome(code, text, ""), validate());
  }

  Path file(String path) {
    return folder.resolve(path);
  }

  TestProject write(String path, String text) throws IOException {
    Files.createDirectories(file(path).resolveSibling(""));
    Files.writeString(file(path), text);
    return this;
  }

  TestProject append(String path, String text) throws IOException {
    return write(path, Files.readString(file(path)) + text);
  }

  /** Replaces all occurrences of a text that is in the file. */
  TestProject replace(String path, String text, String by) throws IOException {
    var before = Files.readString(file(path));
    assertTrue(before.contains(text), before);
    return write(path, before.replace(text, by));
  }

  TestProject delete(String path) throws IOException {
    Files.delete(file(path));
    return this;
  }
}
