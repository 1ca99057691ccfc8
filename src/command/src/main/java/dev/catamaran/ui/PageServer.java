package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server for one person, on the loopback interface. */
public final class PageServer implements AutoCloseable {
  private final HttpServer server;
  private final Guard guard;
  private final Function<Request, Answer> pages;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private PageServer(HttpServer server, Function<Request, Answer> pages) {
    this.server = server;
    this.guard = Guard.of(server.getAddress().getPort());
    this.pages = pages;
  }

  /**
   * Starts a server.
   *
   * @param port 0 for a free one
   * @param pages answers those who may see them; called on many threads
   */
  static PageServer start(int port, Function<Request, Answer> pages) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      var started = new PageServer(HttpServer.create(address, 0), pages);
      started.server.setExecutor(started.threads);
      started.server.createContext("/", started::handle);
      started.server.start();
      return started;
    } catch (IOException e) {
      throw new ManagerException(
          "port %d of 127.0.0.1 cannot be used: %s; write another --port"
              .formatted(port, e.getMessage()));
    }
  }

  public String url() {
    return guard.url();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = answer(exchange);
      var headers = exchange.getResponseHeaders();
      Answer.ALWAYS.forEach(headers::set);
      answer.headers().forEach(headers::set);
      headers.set("Content-Type", answer.type() + "; charset=utf-8");
      var body = answer.body().getBytes(UTF_8);
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(answer.code(), isHead ? -1 : body.length);
      if (!isHead) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Answer answer(HttpExchange exchange) {
    return request(exchange)
        .map(request -> guard.answer(request).orElseGet(() -> pages.apply(request)))
        .orElseGet(() -> Answer.text(400, "the URL has an invalid escape"));
  }

  private static Optional<Request> request(HttpExchange exchange) {
    var uri = exchange.getRequestURI();
    try {
      return Optional.of(
          Request.of(
              exchange.getRequestMethod(),
              Optional.ofNullable(uri.getRawPath()).orElse("/"),
              Optional.ofNullable(uri.getRawQuery()).orElse(""),
              header(exchange, "Host"),
              header(exchange, "Cookie")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  /** An answer to a browser. */
  record Answer(int code, String type, String body, Map<String, String> headers) {
    /**
     * For every answer: the browser loads nothing from elsewhere, runs no script, sends no form and
     * no address elsewhere, shows the pages in no frame, and keeps no copy.
     */
    static final Map<String, String> ALWAYS =
        Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri"
                + " 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "same-origin",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");

    static Answer html(int code, String body) {
      return new Answer(code, "text/html", body, Map.of());
    }

    static Answer text(int code, String body) {
      return new Answer(code, "text/plain", body + "\n", Map.of());
    }

    Answer with(String header, String value) {
      var all = new HashMap<>(headers);
      all.put(header, value);
      return new Answer(code, type, body, all);
    }
  }
}
