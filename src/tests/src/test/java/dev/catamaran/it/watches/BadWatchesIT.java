package dev.catamaran.it.watches;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadWatchesIT {
  private static final Watching GOOD =
      Watching.chart("Widget", TestChart.named("good").configMap("made", "by", "it").path());

  @Test
  void reportsAllProblemsOfWatchesAndStartsNothing(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var watches = folder.resolve("watches.yaml");
    Files.writeString(
        watches,
        """
        - group: test.catamaran.dev
          version: v1
          kind: Widget
          chart: /no/such/chart
          maxConcurrentReconciles: none
        - group: test.catamaran.dev
          version: v1
          kind: Gadget
          chartt: somewhere
        """);
    var requests = RequestLog.of(namespace.identity());
    try (var taken = new ServerSocket(0)) {
      var operator =
          namespace.launch(
              GOOD,
              "--watches-file=" + watches,
              "--health-probe-bind-address=:" + taken.getLocalPort());

      assertEquals(1, operator.awaitExit(Duration.ofMinutes(3)), operator::log);
      var log = operator.log();
      assertAll(
          log,
          () -> assertTrue(log.contains(watches + ":4 ")),
          () -> assertTrue(log.contains("/no/such/chart")),
          () -> assertTrue(log.contains(watches + ":5 ")),
          () -> assertTrue(log.contains(watches + ":9 ")),
          () -> assertTrue(log.contains("did you mean chart?")),
          () -> assertFalse(log.contains("port"), "the operator must not open a port"),
          () -> assertFalse(log.contains("\tat "), "the log must not contain a stack trace"));
      assertEquals(0, requests.requests().size());
    }
  }

  @Test
  void reportsAMissingKubeconfig(TestNamespace namespace, @TempDir Path folder) {
    var missing = folder.resolve("kubeconfig");
    var operator = namespace.launch(GOOD, "--kubeconfig=" + missing);
    assertExitsWith(
        operator,
        "kubeconfig %s does not exist; set --kubeconfig or KUBECONFIG".formatted(missing));
  }

  @Test
  void reportsAnInvalidKubeconfig(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var broken = Files.writeString(folder.resolve("kubeconfig"), "[not, a, kubeconfig");
    var operator = namespace.launch(GOOD, "--kubeconfig=" + broken);
    assertExitsWith(operator, "%s is not a valid kubeconfig; ".formatted(broken));
  }

  @Test
  void reportsAnUnavailableApiServer(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var server = "https://127.0.0.1:" + FreePort.find();
    var kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: none, cluster: {server: "%s"}}]
            users: [{name: none, user: {token: secret-token}}]
            contexts: [{name: none, context: {cluster: none, user: none}}]
            current-context: none
            """
                .formatted(server));
    var operator = namespace.launch(GOOD, "--kubeconfig=" + kubeconfig);
    assertExitsWith(operator, "the API server %s/ does not answer".formatted(server));
    assertFalse(operator.log().contains("An error has occurred"), operator::log);
    assertFalse(operator.log().contains("secret-token"), operator::log);
  }

  @Test
  void reportsAPortInUse(TestNamespace namespace) throws IOException {
    try (var taken = new ServerSocket(0)) {
      int port = taken.getLocalPort();
      var operator = namespace.launch(GOOD, "--metrics-bind-address=:" + port);
      assertExitsWith(
          operator,
          "port %d is taken; choose another with --metrics-bind-address, or 0 for none"
              .formatted(port));
    }
  }

  /** Asserts exit code 1 and exactly one log line with this prefix. */
  private static void assertExitsWith(OperatorProcess operator, String line) {
    assertEquals(1, operator.awaitExit(Duration.ofMinutes(3)), operator::log);
    var log = operator.log();
    assertEquals(1, log.lines().count(), log);
    assertTrue(log.startsWith(line), log);
  }
}
