package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.testcluster.ImageFlags;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The operator of several tenants, in a separate process with the memory limit of its image. */
final class SharedOperator {
  /** The heap is what the image allows of its pod's memory: 24 % of 768 MiB. */
  private static final String AS_IN_THE_IMAGE = ImageFlags.with("-Xmx184m");

  private static final Duration TO_STOP = Duration.ofMinutes(1);
  private static final Duration TO_ANSWER = Duration.ofSeconds(10);

  private final TestNamespace home;
  private final List<String> namespaces;
  private final Watching watching;
  private final HttpClient http = HttpClient.newHttpClient();
  private int probes;
  private OperatorProcess process;

  /**
   * Starts the operator.
   *
   * @param home the namespace of its account; the operator ends when it is closed
   * @param namespaces of its tenants
   */
  SharedOperator(TestNamespace home, List<String> namespaces, Watching watching) {
    this.home = home;
    this.namespaces = namespaces;
    this.watching = watching;
    this.process = launch();
  }

  /** Starts the operator again if it has ended, so that a bad action cannot fail the next test. */
  void ensureAlive() {
    if (!process.isAlive()) {
      process = launch();
    }
  }

  /** Restarts the operator; returns when it reconciles. */
  void restart() {
    process.terminate();
    process.awaitExit(TO_STOP);
    process = launch();
    process.awaitLog("Reconciling test.catamaran.dev/v1, Kind=Widget");
  }

  /** Fails if the operator has ended, or if a probe fails. */
  void assertWell() {
    assertTrue(process.isAlive(), () -> "the operator has ended:\n" + process.log());
    eventually(() -> assertEquals("200 ok", get("/healthz")));
    eventually(() -> assertEquals("200 ok", get("/readyz")));
  }

  /** The log since the last start. */
  String log() {
    return process.log();
  }

  private OperatorProcess launch() {
    probes = FreePort.find();
    return home.launch(
        Map.of(
            "WATCH_NAMESPACE", String.join(",", namespaces), "JDK_JAVA_OPTIONS", AS_IN_THE_IMAGE),
        watching,
        "--max-concurrent-reconciles=" + TestNamespace.WORKERS,
        "--health-probe-bind-address=127.0.0.1:" + probes);
  }

  private String get(String path) throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + probes + path);
    var request = HttpRequest.newBuilder(uri).timeout(TO_ANSWER).build();
    var response = http.send(request, BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
