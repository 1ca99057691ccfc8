package dev.catamaran.manager;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Serves probes and metrics, at the paths and addresses that controller-runtime uses. */
final class ManagementServer implements AutoCloseable {
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final List<HttpServer> servers = new ArrayList<>();

  /** Serves /healthz and /readyz. */
  void serveProbes(Optional<BindAddress> address, BooleanSupplier healthy, BooleanSupplier ready) {
    address.ifPresent(
        where -> {
          var server = open(where, "--health-probe-bind-address");
          server.createContext("/healthz", exchange -> probe(exchange, healthy));
          server.createContext("/readyz", exchange -> probe(exchange, ready));
          server.start();
        });
  }

  /** Serves /metrics. */
  void serveMetrics(Optional<BindAddress> address, Supplier<String> scrape) {
    address.ifPresent(
        where -> {
          var server = open(where, "--metrics-bind-address");
          server.createContext(
              "/metrics", exchange -> answer(exchange, 200, PROMETHEUS_TEXT, scrape.get()));
          server.start();
        });
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
  }

  private HttpServer open(BindAddress address, String flag) {
    try {
      var server = HttpServer.create(address.toSocketAddress(), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      servers.add(server);
      return server;
    } catch (BindException e) {
      throw new ManagerException(
          "port %d is taken; choose another with %s, or 0 for none"
              .formatted(address.port(), flag));
    } catch (IOException e) {
      throw new ManagerException("%s: %s".formatted(flag, e.getMessage()));
    }
  }

  private static void probe(HttpExchange exchange, BooleanSupplier check) throws IOException {
    boolean passed = check.getAsBoolean();
    answer(exchange, passed ? 200 : 500, "text/plain", passed ? "ok" : "failed");
  }

  private static void answer(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    try (exchange) {
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
