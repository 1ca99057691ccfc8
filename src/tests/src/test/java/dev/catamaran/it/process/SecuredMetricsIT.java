package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Probes and metrics of a process. */
class SecuredMetricsIT {
  private static final String GAUGE = "resource_created_at_seconds";
  private static final String PRIMARY = "a-name-only-one-metric-may-have";

  @Test
  void answersProbesAndShowsMetricsToAuthorizedReadersOnly(TestNamespace namespace)
      throws Exception {
    int port = FreePort.find();
    int probes = FreePort.find();
    namespace
        .launch(
            Watching.chart(
                "Widget", TestChart.named("metered").configMap("made", "by", "it").path()),
            "--health-probe-bind-address=127.0.0.1:" + probes,
            "--metrics-bind-address=127.0.0.1:" + port,
            "--metrics-secure",
            "--metrics-require-rbac",
            "--enable-http2=false",
            "--suppress-override-values")
        .awaitLog("Reconciling");
    namespace.deploy("Widget", PRIMARY, "{}");
    for (var probe : List.of("healthz", "readyz")) {
      var client = new MetricsClient("http://127.0.0.1:%d/%s".formatted(probes, probe));
      eventually(() -> assertEquals("ok", client.get().body()));
    }
    var metrics = new MetricsClient("https://127.0.0.1:%d/metrics".formatted(port));
    assertEquals(401, metrics.get().statusCode());
    assertEquals(401, metrics.get("no-token-of-this-cluster").statusCode());
    assertEquals(403, metrics.get(TestAccount.in(namespace, "nobody").token()).statusCode());

    var reader = TestAccount.in(namespace, "reader").mayGet("/metrics").token();
    // The API server applies new rights only after a moment.
    eventually(() -> assertEquals(200, metrics.get(reader).statusCode()));
    var text = metrics.get(reader).body();
    assertTrue(text.contains("catamaran_build_info{version=\""), text);
    var made = namespace.resource("Widget", PRIMARY).require().getMetadata().getCreationTimestamp();
    assertEquals(
        List.of((double) Instant.parse(made).getEpochSecond()),
        about(text).stream()
            .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
            .toList());
    // A label for each primary or namespace would make too many series.
    text.lines()
        .filter(line -> !line.startsWith(GAUGE))
        .forEach(
            line -> assertFalse(line.contains(PRIMARY) || line.contains(namespace.name()), line));

    namespace.delete("Widget", PRIMARY);
    eventually(() -> assertEquals(List.of(), about(metrics.get(reader).body())));
  }

  /** The lines of the gauge about the primary. */
  private static List<String> about(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(GAUGE + "{") && line.contains("\"" + PRIMARY + "\""))
        .toList();
  }
}
