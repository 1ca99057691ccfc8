package dev.catamaran.recorder;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A stand-in API server on the loopback interface. Its URL has a secret path, because every process
 * of the machine can connect.
 */
final class StandInServer implements AutoCloseable {
  private static final String DISCOVERY =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  /** An empty message: Helm then finds no schema, and leaves validation to the API server. */
  private static final Answer NO_SCHEMAS =
      new Answer.Whole(200, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf", "");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final String prefix = "/" + UUID.randomUUID();
  private final Discovery discovery;
  private final ObjectRequests objects;

  private StandInServer(HttpServer server, Discovery discovery, ObjectRequests objects) {
    this.server = server;
    this.discovery = discovery;
    this.objects = objects;
  }

  /**
   * Starts a server on a free port.
   *
   * @throws UncheckedIOException if there is none
   */
  static StandInServer start(Discovery discovery, ObjectRequests objects) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var started = new StandInServer(HttpServer.create(address, 0), discovery, objects);
      started.server.setExecutor(started.threads);
      started.server.createContext("/", started::handle);
      started.server.start();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), prefix);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      switch (answer(exchange)) {
        case Answer.Whole whole -> send(exchange, whole);
        case Answer.Watch watch -> send(exchange, watch);
      }
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    if (!path.startsWith(prefix + "/")) {
      return Answer.notFound(path);
    }
    return answer(exchange, path.substring(prefix.length()));
  }

  private Answer answer(HttpExchange exchange, String path) throws IOException {
    return switch (path) {
      case "/version" -> new Answer.Whole(200, Answer.JSON, discovery.version());
      case "/api" -> new Answer.Whole(200, DISCOVERY, discovery.list(true));
      case "/apis" -> new Answer.Whole(200, DISCOVERY, discovery.list(false));
      case "/openapi/v2" -> NO_SCHEMAS;
      case "/openapi/v3" -> new Answer.Whole(200, Answer.JSON, "{\"paths\":{}}");
      default -> {
        var object = ApiPath.of(path);
        yield object.isEmpty()
            ? resources(path)
            : objects.answer(
                exchange.getRequestMethod(),
                object.get(),
                query(exchange),
                exchange.getRequestBody().readAllBytes());
      }
    };
  }

  private Answer resources(String path) {
    return discovery
        .list(path.replaceFirst("^/apis?/", ""))
        .<Answer>map(list -> new Answer.Whole(200, Answer.JSON, list))
        .orElse(Answer.notFound(path));
  }

  private static Map<String, String> query(HttpExchange exchange) {
    var query = new HashMap<String, String>();
    var text = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    for (var parameter : text.split("&", -1)) {
      var parts = parameter.split("=", 2);
      query.put(parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], UTF_8));
    }
    return query;
  }

  private static void send(HttpExchange exchange, Answer.Whole answer) throws IOException {
    var body = answer.bytes();
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    exchange.sendResponseHeaders(answer.code(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private void send(HttpExchange exchange, Answer.Watch watch) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", Answer.JSON);
    exchange.sendResponseHeaders(200, 0);
    for (var event : watch.events()) {
      exchange.getResponseBody().write((event + "\n").getBytes(UTF_8));
    }
    exchange.getResponseBody().flush();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
