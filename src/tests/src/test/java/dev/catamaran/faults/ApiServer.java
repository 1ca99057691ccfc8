package dev.catamaran.faults;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** The API server behind the proxy. */
final class ApiServer {
  private static final int MOST_CONNECTIONS = 4096;

  /** Shorter than the time for which the API server keeps an idle connection. */
  private static final int KEEP_ALIVE_SECONDS = 10;

  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "host",
          "connection",
          "keep-alive",
          "transfer-encoding",
          "content-length",
          "te",
          "upgrade",
          "http2-settings");

  private final URI address;
  private final HttpClientAgent client;

  /**
   * A complete answer.
   *
   * @param body all of it
   */
  record Whole(int status, MultiMap headers, Buffer body) {}

  /** Connects to this address, and requires a certificate of that authority. */
  ApiServer(Vertx vertx, URI address, String trusted) {
    this.address = address;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(trusted)))
                .setVerifyHost(false)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS),
            new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
  }

  /** Begins the same request to the API server. */
  Future<HttpClientRequest> request(HttpServerRequest request) {
    var headers = MultiMap.caseInsensitiveMultiMap();
    copy(request.headers(), headers);
    if (isUpgrade(request)) {
      headers.set("Connection", "Upgrade").set("Upgrade", "websocket");
    }
    return client
        .request(
            new RequestOptions()
                .setMethod(request.method())
                .setHost(address.getHost())
                .setPort(address.getPort())
                .setURI(request.uri())
                .setHeaders(headers))
        // The future of the answer reports the same failure. This handler keeps it out of the log.
        .onSuccess(begun -> begun.exceptionHandler(failure -> {}));
  }

  /** Sends the same request to the API server, and reads the complete answer. */
  Future<Whole> fetch(HttpServerRequest request, Buffer body) {
    return request(request)
        .compose(upstream -> upstream.send(body))
        .compose(
            answer ->
                answer.body().map(all -> new Whole(answer.statusCode(), answer.headers(), all)));
  }

  static boolean isUpgrade(HttpServerRequest request) {
    return "websocket".equalsIgnoreCase(request.getHeader("Upgrade"));
  }

  /** Copies all headers except those of one connection. */
  static void copy(MultiMap from, MultiMap to) {
    from.forEach(
        (name, value) -> {
          if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
            to.add(name, value);
          }
        });
  }
}
