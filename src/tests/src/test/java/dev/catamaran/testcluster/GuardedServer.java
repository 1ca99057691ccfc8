package dev.catamaran.testcluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * A proxy before another server that requires a password. It asks for Basic authentication, or for
 * a token of a separate service, as container registries do.
 */
public final class GuardedServer implements AutoCloseable {
  /** The password; no log and no condition may have it. */
  public static final String PASSWORD = "very-secret-word";

  private static final String TOKEN = "token-of-the-day";

  private final HttpServer server;
  private final String backend;
  private final boolean tokens;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> passed = Collections.synchronizedList(new ArrayList<>());

  private GuardedServer(HttpServer server, String backend, boolean tokens) {
    this.server = server;
    this.backend = backend;
    this.tokens = tokens;
  }

  /**
   * Starts the proxy.
   *
   * @param backend host and port of the other server
   * @param tokens whether the proxy asks for a token instead of the password
   */
  public static GuardedServer before(String backend, boolean tokens) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var server = HttpServer.create(address, 0);
      var guard = new GuardedServer(server, backend, tokens);
      server.createContext("/", guard::answer);
      server.createContext("/token", guard::answerToken);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.start();
      return guard;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its host and port. */
  public String host() {
    return "localhost:" + server.getAddress().getPort();
  }

  /** A config.json with the credentials. */
  public String registryConfig() {
    return "{\"auths\": {\"%s\": {\"auth\": \"%s\"}}}".formatted(host(), encoded());
  }

  /** The paths of the forwarded requests, in order. */
  public List<String> passed() {
    return List.copyOf(passed);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static String encoded() {
    var pair = "user:" + PASSWORD;
    return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  private void answer(HttpExchange exchange) throws IOException {
    var expected = tokens ? "Bearer " + TOKEN : "Basic " + encoded();
    if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      var scheme =
          tokens
              ? "Bearer realm=\"http://%s/token\",service=\"test\",scope=\"pull\"".formatted(host())
              : "Basic realm=\"test\"";
      exchange.getResponseHeaders().set("WWW-Authenticate", scheme);
      send(exchange, 401, new byte[0]);
      return;
    }
    passed.add(exchange.getRequestURI().getPath());
    forward(exchange);
  }

  private void answerToken(HttpExchange exchange) throws IOException {
    var known =
        ("Basic " + encoded()).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    var body = known ? "{\"token\": \"" + TOKEN + "\"}" : "{}";
    send(exchange, known ? 200 : 401, body.getBytes(StandardCharsets.UTF_8));
  }

  private void forward(HttpExchange exchange) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + backend + exchange.getRequestURI()));
    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept"))
        .ifPresent(accept -> request.header("Accept", accept));
    try {
      var answer = client.send(request.build(), BodyHandlers.ofByteArray());
      send(exchange, answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
