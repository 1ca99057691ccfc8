package dev.catamaran.chartsource;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A server with answers from the test. It records requests and credentials. */
final class StrayServer implements AutoCloseable {

  /** An answer: status, headers, body. */
  record Reply(int status, Map<String, String> headers, String body) {
    static Reply text(String body) {
      return new Reply(200, Map.of(), body);
    }

    static Reply redirect(String to) {
      return new Reply(302, Map.of("Location", to), "");
    }

    static Reply challenge(String how) {
      return new Reply(401, Map.of("WWW-Authenticate", how), "");
    }
  }

  private final HttpServer server;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<String> credentials = Collections.synchronizedList(new ArrayList<>());

  private StrayServer(HttpServer server) {
    this.server = server;
  }

  static StrayServer answering(Function<HttpExchange, Reply> answers) {
    try {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      var stray = new StrayServer(server);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", exchange -> stray.answer(exchange, answers));
      server.start();
      return stray;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(HttpExchange exchange, Function<HttpExchange, Reply> answers)
      throws IOException {
    try (exchange) {
      asked.add(exchange.getRequestURI().toString());
      Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
          .ifPresent(credentials::add);
      var said = answers.apply(exchange);
      said.headers().forEach(exchange.getResponseHeaders()::set);
      var body = said.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  String host() {
    return "localhost:" + server.getAddress().getPort();
  }

  String url() {
    return "http://" + host();
  }

  URI uri() {
    return URI.create(url());
  }

  /** The paths of all requests. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  /** The Authorization headers of all requests. */
  List<String> credentials() {
    return List.copyOf(credentials);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
