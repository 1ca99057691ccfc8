package dev.catamaran.it.watches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerBuilder;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadWatchesIT {
  private static final Watching GOOD =
      Watching.chart("Widget", TestChart.named("good").configMap("made", "by", "it").path());

  /** All problems of a file: WatchesProblemsTest. */
  @Test
  void endTheOperatorBeforeItStartsAnything(TestNamespace namespace) throws IOException {
    var watches =
        Watching.yaml(
                """
                - group: test.catamaran.dev
                  version: v1
                  kind: Widget
                  chart: /no/such/chart
                - group: test.catamaran.dev
                  version: v1
                  kind: Gadget
                  chartt: somewhere
                """)
            .write();
    var requests = RequestLog.of(namespace.identity());
    try (var taken = new ServerSocket(0)) {
      var operator =
          namespace.launch(
              GOOD,
              "--watches-file=" + watches,
              "--health-probe-bind-address=:" + taken.getLocalPort());

      assertEquals(1, operator.awaitExit(Duration.ofMinutes(3)), operator::log);
      var log = operator.log();
      for (var part : List.of(":4 ", "/no/such/chart", ":8 ", "did you mean chart?")) {
        assertTrue(log.contains(part), log);
      }
      assertFalse(log.contains("port"), "it must not open a port: " + log);
      assertFalse(log.contains("\tat "), "no stack trace: " + log);
      assertEquals(0, requests.requests().size());
    }
  }

  @Test
  void nameAKubeconfigAServerAndAPort(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var missing = folder.resolve("missing");
    assertRefuses(
        kubeconfig(missing),
        "kubeconfig %s does not exist; set --kubeconfig or KUBECONFIG".formatted(missing));
    var broken = Files.writeString(folder.resolve("broken"), "[not, a, kubeconfig");
    assertRefuses(kubeconfig(broken), "kubeconfig %s is not valid; ".formatted(broken));
    var server = "https://127.0.0.1:" + FreePort.find();
    var away =
        Files.writeString(
            folder.resolve("away"),
            Files.readString(namespace.identity().kubeconfig())
                .replaceAll("https://127.0.0.1:\\d+", server));
    assertRefuses(kubeconfig(away), "the API server %s/ does not answer".formatted(server));
    try (var taken = new ServerSocket(0)) {
      assertRefuses(
          kubeconfig(namespace.identity().kubeconfig()).metricsAddress(":" + taken.getLocalPort()),
          "port %d is taken; choose another with --metrics-bind-address, or 0 for none"
              .formatted(taken.getLocalPort()));
    }
  }

  private static ManagerBuilder kubeconfig(Path kubeconfig) {
    return Manager.builder()
        .watches(GOOD.write())
        .kubeconfig(kubeconfig)
        .namespaces("nowhere")
        .metricsAddress("0")
        .probeAddress("0");
  }

  private static void assertRefuses(ManagerBuilder manager, String beginning) {
    var refused = assertThrows(RuntimeException.class, () -> manager.build().start().close());
    var message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith(beginning), message);
    assertEquals(1, message.lines().count(), message);
  }
}
