package dev.catamaran.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.engine.EngineRequest.Caller;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.Cluster.Login;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.StandInServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code BugReportCommandIT} has the primaries and their releases. */
class BugReportTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:01:00Z"), ZoneOffset.UTC);
  private static final String REFUSAL =
      "{\"kind\": \"Status\", \"message\": \"no permission\", \"code\": 403}";
  private static final Map<String, String> ANSWERS =
      Map.of(
          "/version",
          "{\"gitVersion\": \"v1.34.3\", \"platform\": \"linux/amd64\", \"buildDate\": \"2026-01-01T00:00:00Z\"}",
          "/api/v1/pods",
          """
          {"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [
            {"metadata": {"name": "other", "namespace": "sys"}, "status": {"phase": "Running"},
             "spec": {"containers": [{"name": "manager", "args": ["--leader-elect"]}]}},
            {"metadata": {"name": "op", "namespace": "sys"},
             "spec": {"containers": [{"name": "manager", "image": "example.com/op:1",
               "args": ["run", "--metrics-secure", "--registry=https://me:canary@example.com"],
               "env": [{"name": "HOME", "value": "canary"}],
               "ports": [{"name": "metrics", "containerPort": 8443}]}]},
             "status": {"phase": "Running", "containerStatuses": [{"name": "manager", "imageID": "sha256:1",
               "image": "example.com/op:1", "ready": true, "restartCount": 1,
               "lastState": {"terminated": {"reason": "OOMKilled", "exitCode": 137,
                 "finishedAt": "2026-01-01T00:00:00Z"}}}]}}]}""",
          "/api/v1/namespaces/sys/pods/op/log",
          "the log says canary-password\nAuthorization: Bearer canary-canary\n",
          "/apis",
          "{\"kind\": \"APIGroupDiscoveryList\", \"items\": []}");

  private final Path folder;

  BugReportTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void collectsVersionsAndLogsWithoutSecrets() throws IOException {
    var report =
        report(
            ANSWERS,
            "- {group: a.b, version: v1, kind: C, chart: d, overrideValues: {password: canary-password}}\n");

    assertEquals(
        """
        pod sys/op, phase Running
        image: example.com/op:1
        arguments: run --metrics-secure --registry=https://***@example.com""",
        text(report, "Operator"));
    assertEquals("Kubernetes v1.34.3, linux/amd64", text(report, "Kubernetes"));
    assertEquals("the log says ***\nAuthorization: Bearer ***", text(report, "Log of sys/op"));
    assertEquals(
        "the log says ***\nAuthorization: Bearer ***",
        text(report, "Log of sys/op before its restart"));
    assertTrue(text(report, "watches.yaml").contains("password: '******'"), report);
    assertEquals("all of 0 are ready", text(report, "Custom resources that are not ready"));
    assertFalse(report.contains("Not in this report"), report);
    assertFalse(report.contains("canary"), report);
    // Indented, so a log has no marks of Markdown.
    assertTrue(report.contains("\n    the log says"), report);
  }

  @Test
  void notesWhatItMayNotRead() throws IOException {
    var answers = new TreeMap<>(ANSWERS);
    answers.put("/api/v1/pods", REFUSAL);

    var report = report(answers, "a: b\n c: canary-password");

    assertEquals(
        "Not in this report: %s is not valid YAML, or cannot be read"
            .formatted(folder.resolve("watches.yaml")),
        text(report, "watches.yaml"));
    assertEquals("Not in this report: no permission", text(report, "Operator"));
    assertFalse(report.contains("canary"), report);
  }

  @Test
  void asksAnApiServerThatIsAwayOnce() throws IOException {
    Path kubeconfig;
    try (var server = new StandInServer(Map.of())) {
      kubeconfig = server.kubeconfig(folder);
    }

    var report = collected(kubeconfig, folder.resolve("none.yaml"));

    assertEquals(
        List.of("## Versions", "## watches.yaml", "## Kubernetes"),
        report.lines().filter(line -> line.startsWith("## ")).toList());
    assertTrue(
        text(report, "Kubernetes")
            .startsWith("Not in this report: the API server does not answer: "),
        report);
  }

  private String report(Map<String, String> answers, String watches) throws IOException {
    try (var server = new StandInServer(answers)) {
      return collected(
          server.kubeconfig(folder), Files.writeString(folder.resolve("watches.yaml"), watches));
    }
  }

  private static String collected(Path kubeconfig, Path watches) {
    var request = new BugReport.Request("catamaran 1", List.of(), watches, Optional.empty(), 10);
    return Cluster.use(
        new Login(Optional.of(kubeconfig), "", Caller.OF_KUBECONFIG, Duration.ofSeconds(30)),
        cluster -> BugReport.of(new Scope(cluster, "shop", List.of()), request, CLOCK));
  }

  private static String text(String report, String title) {
    var from = report.indexOf("\n## " + title + "\n");
    assertTrue(from >= 0, report);
    return report
        .substring(from)
        .lines()
        .skip(3)
        .takeWhile(line -> !line.startsWith("## "))
        .map(String::strip)
        .collect(Collectors.joining("\n"))
        .strip();
  }
}
