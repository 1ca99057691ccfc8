package dev.catamaran.loopback;

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
 * An HTTP server on the loopback interface. Its URL has a secret path, because every process of the
 * machine can connect.
 */
public final class LoopbackServer implements AutoCloseable {
  /** Header with the user whom a request acts as (Kubernetes, User impersonation). */
  public static final String IMPERSONATE_USER = "Impersonate-User";

  private final HttpServer server;
  private final Answering answering;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final String prefix = "/" + UUID.randomUUID();

  private LoopbackServer(HttpServer server, Answering answering) {
    this.server = server;
    this.answering = answering;
  }

  /** Answers the calls. */
  @FunctionalInterface
  public interface Answering {
    /** Returns the answer; called on many threads. */
    Answer answer(Call call) throws IOException;
  }

  /**
   * One request.
   *
   * @param path below the secret one, decoded
   * @param target path and query as sent, below the secret path
   * @param accept media types that the client accepts; empty for any
   * @param type media type of the body; empty for none
   * @param user whom the client acts as; empty for nobody else
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Call(
      String method,
      String path,
      String target,
      String accept,
      String type,
      String user,
      byte[] body) {
    /** Returns the parameters of the query, decoded; of a repeated one the last. */
    public Map<String, String> query() {
      var query = new HashMap<String, String>();
      int mark = target.indexOf('?');
      for (var parameter : (mark < 0 ? "" : target.substring(mark + 1)).split("&", -1)) {
        var parts = parameter.split("=", 2);
        query.put(parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], UTF_8));
      }
      return query;
    }
  }

  /**
   * Starts a server on a free port.
   *
   * @throws UncheckedIOException if no port is free
   */
  public static LoopbackServer start(Answering answering) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var started = new LoopbackServer(HttpServer.create(address, 0), answering);
      started.server.setExecutor(started.threads);
      started.server.createContext("/", started::handle);
      started.server.start();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the address with the secret path, without a slash at its end. */
  public String url() {
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
        case Answer.Whole whole ->
            send(exchange, whole.code(), whole.type(), whole.body().getBytes(UTF_8));
        case Answer.Bytes bytes -> send(exchange, bytes.code(), bytes.type(), bytes.body());
        case Answer.Watch watch -> send(exchange, watch);
      }
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    if (!path.startsWith(prefix + "/")) {
      return Answer.notFound(path);
    }
    if (header(exchange, "Upgrade").equals("websocket")) {
      // The client library then watches by a request that stays open.
      return new Answer.Whole(200, Answer.JSON, "{}");
    }
    return answering.answer(
        new Call(
            exchange.getRequestMethod(),
            path.substring(prefix.length()),
            exchange.getRequestURI().toString().substring(prefix.length()),
            header(exchange, "Accept"),
            header(exchange, "Content-Type"),
            header(exchange, IMPERSONATE_USER),
            exchange.getRequestBody().readAllBytes()));
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
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
