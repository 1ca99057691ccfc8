package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  /** Makes a valid project: the kind Web with a small chart. */
  static TestProject make(Path folder) throws IOException {
    var project = new TestProject(folder.resolve("operator"));
    project.succeed("init", "--domain", "my.domain", "--project", project.folder() + "");
    var chart = new TestProject(folder.resolve("web"));
    for (var file : CHART.entrySet()) {
      chart.write(file.getKey(), file.getValue());
    }
    project.succeed(
        "create",
        "api",
        "--group",
        "shop",
        "--helm-chart",
        chart.folder() + "",
        "--project",
        project.folder() + "");
    return project;
  }

  private void succeed(String... arguments) {
    var outcome = run(arguments);
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

  /** Copies the project to an empty folder. */
  TestProject copy(Path to) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        var copy = to.resolve(folder.relativize(file));
        Files.createDirectories(copy.resolveSibling(""));
        Files.copy(file, copy);
      }
    }
    return new TestProject(to);
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
