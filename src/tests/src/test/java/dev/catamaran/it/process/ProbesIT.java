package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

@RealNode
class ProbesIT {
  private static final String PRIMARY = "a-name-only-one-metric-may-have";

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void answersProbesAndCountsReconciliations(TestNamespace namespace) throws Exception {
    int probes = FreePort.find();
    int metrics = FreePort.find();
    var operator =
        namespace.launch(
            Watching.chart(
                "Widget", TestChart.named("probed").configMap("made", "by", "it").path()),
            "--health-probe-bind-address=127.0.0.1:" + probes,
            "--metrics-bind-address=127.0.0.1:" + metrics);
    operator.awaitLog("Reconciling");
    namespace.apply("Widget", PRIMARY, "{}");
    namespace.awaitReady("Widget", PRIMARY);

    eventually(() -> assertEquals("200 ok", answer(get(probes, "/healthz"))));
    eventually(() -> assertEquals("200 ok", answer(get(probes, "/readyz"))));
    eventually(() -> assertTrue(count(metrics, "catamaran_passes_total") >= 1));
    var text = get(metrics, "/metrics").body();
    assertTrue(text.contains("resource_created_at_seconds{"), text);
    text.lines()
        .filter(line -> !line.startsWith("resource_created_at_seconds{"))
        .forEach(
            line -> assertFalse(line.contains(PRIMARY) || line.contains(namespace.name()), line));
  }

  @Test
  void answersProbesWhileItWaitsForTheLease(TestNamespace namespace) throws Exception {
    int probes = FreePort.find();
    var watching = Watching.chart("Widget", TestChart.named("probed").path());
    namespace.launch(watching, namespace.lease().flags()).awaitLog("Reconciling");
    var flags = new java.util.ArrayList<>(java.util.List.of(namespace.lease().flags()));
    flags.add("--health-probe-bind-address=127.0.0.1:" + probes);

    namespace.launch(watching, flags.toArray(String[]::new)).awaitLog("The lease is held by");

    eventually(() -> assertEquals("200 ok", answer(get(probes, "/healthz"))));
    eventually(() -> assertEquals("200 ok", answer(get(probes, "/readyz"))));
  }

  private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + port + path);
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static String answer(HttpResponse<String> response) {
    return response.statusCode() + " " + response.body();
  }

  /** The sum of a counter over all its labels. */
  private double count(int port, String name) throws IOException, InterruptedException {
    return get(port, "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
