package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report from a snapshot of a real cluster, compared with the plan that the cluster answers. */
class SnapshotCommandIT {
  private static final String ALLOWED = "allowValuesFromSecrets: true";
  private static final String PASSWORD = "swordfish-4711";
  private static final JsonMapper JSON = new JsonMapper();

  private final Path project;

  SnapshotCommandIT(@TempDir Path folder) {
    this.project = folder.resolve("operator");
  }

  private static TestChart chart(String image, String suffix) {
    return TestChart.named("web")
        .values("{size: 1, login: {password: none}}")
        .configMap(suffix, "size", "\"{{ .Values.size }}\"")
        .template(
            "login.yaml",
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-login"}
            stringData: {password: "{{ .Values.login.password }}"}
            """)
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-web"}
            spec:
              selector: {matchLabels: {app: "web{{ if .Values.renamed }}-SUFFIX{{ end }}"}}
              template:
                metadata:
                  labels: {app: "web{{ if .Values.renamed }}-SUFFIX{{ end }}"}
                  annotations:
                    checksum: {{ include (print $.Template.BasePath "/login.yaml") . | sha256sum }}
                    color: {{ get ((lookup "v1" "ConfigMap" .Release.Namespace "theme").data | default dict) "color" | default "none" }}
                spec:
                  containers: [{name: web, image: "IMAGE"}]
            """
                .replace("SUFFIX", suffix)
                .replace("IMAGE", image));
  }

  private static String run(int code, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int ended = Main.execute(new PrintWriter(out), new PrintWriter(err), arguments);
    assertEquals(code, ended, () -> out + "\n" + err);
    return out.toString();
  }

  @Test
  void reportsWithoutTheClusterWhatThePlanOfTheClusterSays(TestNamespace namespace)
      throws Exception {
    var present = chart("a", "old");
    var next = chart("b", "new");
    next.file(
        "Chart.yaml",
        Files.readString(next.path().resolve("Chart.yaml")).replace("0.1.0", "0.2.0"));
    var place = "--project=" + project;
    run(0, "init", "--domain=catamaran.dev", place);
    run(
        0,
        "create",
        "api",
        "--group=test",
        "--version=v1",
        "--kind=Widget",
        "--own-rights",
        "--helm-chart=" + present.path(),
        place);
    var watches = project.resolve("watches.yaml");
    Files.writeString(
        watches,
        Files.readString(watches)
            .replace("  kind: Widget\n", "  kind: Widget\n  " + ALLOWED + "\n"));
    namespace.secret("login", Map.of("values.yaml", "login: {password: %s}".formatted(PASSWORD)));
    namespace.configMap("theme", Map.of("color", "blue"));
    var shell = Shell.in(namespace, watches);
    assertEquals(
        """
        No primary found; --all-namespaces takes the primaries of all namespaces
        primaries: 0, objects that charts look up: 0
        """,
        shell.run("snapshot").err());
    for (var name : List.of("one", "two", "renamed")) {
      namespace.apply("Widget", name, "{renamed: %s}".formatted(name.equals("renamed")));
      namespace.annotate("Widget", name, "catamaran.dev/values-from", "Secret/login");
    }
    var operator =
        namespace.operate(Watching.chart("Widget", project.resolve("helm-charts/web"), ALLOWED));
    List.of("one", "two", "renamed").forEach(name -> namespace.awaitReady("Widget", name));
    operator.close();

    var taken = shell.run("snapshot");

    assertEquals(0, taken.code(), taken.err());
    assertEquals("primaries: 3, objects that charts look up: 1\n", taken.err());
    assertFalse(taken.out().contains(PASSWORD), taken.out());
    var encoded = Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.US_ASCII));
    assertFalse(taken.out().contains(encoded), taken.out());
    var file = Files.writeString(project.resolve("fleet.json"), taken.out());
    var update =
        new String[] {
          "update",
          "chart",
          "Widget",
          "--check",
          "--helm-chart=" + next.path(),
          "--from=" + present.path(),
          "--snapshot=" + file,
          place
        };
    var report = run(1, update);
    var live =
        Shell.in(namespace, Watching.chart("Widget", next.path(), ALLOWED).write())
            .run("plan", "--output=json");
    var plan = JSON.readTree(live.out());
    assertEquals(1, plan.path("groups").size(), live.out());
    for (var change : plan.path("groups").path(0).path("changes")) {
      assertTrue(report.contains("  - `%s`\n".formatted(change.asText())), report + live.out());
    }
    assertEquals(
        plan.path("groups").path(0).path("changes").size(),
        report.lines().filter(line -> line.startsWith("  - ")).count(),
        report + live.out());
    assertTrue(report.contains(": 2 changed, 0 unchanged; 2 restart pods, 1 fail\n"), report);
    assertEquals(2, plan.path("restarts").asInt(), live.out());
    var failing = plan.path("failures").path(0).path("primary").asText();
    assertTrue(report.contains("- %s fails: `".formatted(failing)), report + live.out());
    assertFalse(report.contains("not known"), report);
  }
}
