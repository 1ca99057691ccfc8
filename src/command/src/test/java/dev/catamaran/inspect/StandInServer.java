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
import java.util.regex.Pattern;

/** An API server that knows few paths. It never answers a query, such as a watch of one object. */
public final class StandInServer implements AutoCloseable {
  private static final Pattern REFUSAL =
      Pattern.compile("\"kind\": \"Status\".*\"code\": (\\d+)", Pattern.DOTALL);

  private final HttpServer server;
  private final Map<String, String> answers;
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Starts the server.
   *
   * @param answers JSON by path; others are not found
   */
  public StandInServer(Map<String, String> answers) throws IOException {
    this.answers = answers;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** Writes a kubeconfig for the server. */
  public Path kubeconfig(Path folder) throws IOException {
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

  /** A refusal is an answer with its code. */
  private static int code(Optional<String> found) {
    return found
        .map(body -> REFUSAL.matcher(body))
        .map(refusal -> refusal.find() ? Integer.parseInt(refusal.group(1)) : 200)
        .orElse(404);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var query = exchange.getRequestURI().getQuery();
      if (query != null && query.contains("watch=")) {
        closing.await();
        return;
      }
      var found = Optional.ofNullable(answers.get(exchange.getRequestURI().getPath()));
      var body = found.orElse("{}").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(code(found), body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
