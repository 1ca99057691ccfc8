package dev.catamaran.inspect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** An API server that knows few paths. It never answers a query, such as a watch of one object. */
final class StandInServer implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, String> answers;
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Starts the server.
   *
   * @param answers JSON by path; others are not found
   */
  StandInServer(Map<String, String> answers) throws IOException {
    this.answers = answers;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** Writes a kubeconfig for the server. */
  Path kubeconfig(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        current-context: it
        clusters: [{name: it, cluster: {server: "http://127.0.0.1:%d"}}]
        contexts: [{name: it, context: {cluster: it, user: it, namespace: shop}}]
        users: [{name: it, user: {}}]
        """
            .formatted(server.getAddress().getPort()));
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestURI().getQuery() != null) {
        closing.await();
        return;
      }
      var found = Optional.ofNullable(answers.get(exchange.getRequestURI().getPath()));
      var body = found.orElse("{}").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(found.isPresent() ? 200 : 404, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
