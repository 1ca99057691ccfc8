package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients hold connections to the probe and metrics servers without a complete request. */
@Tag("nightly")
class FloodIT {
  private static final int SILENT = 300;
  private static final int SLOW = 300;

  /** The limit of each server (server/ManagementServer). */
  private static final int MAX_CONNECTIONS = 500;

  /**
   * A kubelet waits for one second. A busy machine may need more. The servers end silent
   * connections after 30 seconds: a probe that waits for that takes longer.
   */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(20);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(90);

  private final int probes = FreePort.find();
  private final int metrics = FreePort.find();
  private final List<Socket> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (var socket : open) {
      socket.close();
    }
  }

  @Test
  void doesNotBlockProbesAndEndsSoon(TestNamespace namespace) throws Exception {
    var chart = TestChart.named("flooded").configMap("made", "by", "it").path();
    namespace
        .launch(
            Watching.chart("Widget", chart),
            "--health-probe-bind-address=127.0.0.1:" + probes,
            "--metrics-bind-address=127.0.0.1:" + metrics)
        .awaitLog("Reconciling");

    for (int i = 0; i < SILENT; i++) {
      connect(metrics);
      connect(probes);
    }
    var slow = new ArrayList<Socket>();
    for (int i = 0; i < SLOW; i++) {
      slow.add(connect(metrics));
    }
    // Before the requests begin: the server closes those that take longer than ten seconds.
    within(
        PROBE_TIMEOUT,
        () ->
            assertTrue(
                closed() >= SILENT + SLOW - MAX_CONNECTIONS,
                () -> closed() + " of " + open.size() + " are closed, above the limit"));
    var sender = Thread.ofVirtual().start(() -> sendSlowly(slow));

    long begin = System.nanoTime();
    assertEquals("200 ok", get(probes, "/healthz"));
    var took = Duration.ofNanos(System.nanoTime() - begin);
    System.out.printf("/healthz took %d ms beside a flood%n", took.toMillis());
    assertTrue(took.compareTo(PROBE_TIMEOUT) < 0, took::toString);

    within(CLOSE_TIMEOUT, () -> assertEquals(open.size(), closed()));
    sender.interrupt();
    assertTrue(get(metrics, "/metrics").startsWith("200 "));
  }

  /** Sends one byte per second to each connection. The request never ends. */
  private static void sendSlowly(List<Socket> slow) {
    var request = "GET /metrics HTTP/1.1\r\nX-Filler: " + "x".repeat(1_000);
    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
      for (var socket : slow) {
        send(socket, request.charAt(i % request.length()));
      }
      if (!sleptASecond()) {
        return;
      }
    }
  }

  private static void send(Socket socket, char letter) {
    try {
      socket.getOutputStream().write(letter);
    } catch (IOException e) {
      // The server closed the connection, as expected.
    }
  }

  private static boolean sleptASecond() {
    try {
      Thread.sleep(Duration.ofSeconds(1));
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private long closed() {
    return open.stream().filter(FloodIT::isClosed).count();
  }

  private static boolean isClosed(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private Socket connect(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    open.add(socket);
    return socket;
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
              .timeout(Duration.ofSeconds(30))
              .build();
      var answer = client.send(request, BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }
}
