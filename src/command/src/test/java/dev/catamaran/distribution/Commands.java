package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Commands in the folder of a project.
 *
 * @param project the folder
 */
record Commands(Path project) {
  /** A role of the operator for accounts of three namespaces, two of them with the same name. */
  static final String BINDING =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata:
        name: scraper-rolebinding
      roleRef:
        apiGroup: rbac.authorization.k8s.io
        kind: ClusterRole
        name: metrics-auth-role
      subjects:
      - {kind: ServiceAccount, name: prometheus-k8s, namespace: monitoring}
      - {kind: ServiceAccount, name: controller-manager, namespace: other}
      - {kind: ServiceAccount, name: controller-manager, namespace: system}
      """;

  private static final Path CHART = Path.of("helm-charts/memcached").toAbsolutePath();

  /** Makes a project with one kind, with a chart. */
  static Commands inNewProject(Path folder) {
    var commands = new Commands(folder.resolve("memcached-operator"));
    commands.run("init", "--domain", "my.domain");
    commands.run(
        "create", "api", "--group", "cache", "--kind", "Memcached", "--helm-chart", CHART + "");
    return commands;
  }

  /** Runs an action while config/rbac has more objects. */
  void withRights(String objects, Runnable action) throws IOException {
    var list = project.resolve("config/rbac/kustomization.yaml");
    var before = Files.readString(list);
    var file = list.resolveSibling("further.yaml");
    try {
      Files.writeString(file, objects);
      Files.writeString(list, before.replace("- role.yaml\n", "- role.yaml\n- further.yaml\n"));
      action.run();
    } finally {
      Files.writeString(list, before);
      Files.delete(file);
    }
  }

  /** Returns the output of a command that succeeds. */
  String run(String... arguments) {
    var output = new StringWriter();
    assertEquals(0, execute(output, arguments), output::toString);
    return output.toString();
  }

  /** Returns the output of a command that fails. */
  String fail(String... arguments) {
    var output = new StringWriter();
    assertEquals(1, execute(output, arguments), output::toString);
    return output.toString();
  }

  private int execute(StringWriter output, String... arguments) {
    var writer = new PrintWriter(output, true);
    return Main.execute(
        writer,
        writer,
        Stream.concat(Stream.of(arguments), Stream.of("--project", project.toString()))
            .toArray(String[]::new));
  }
}
