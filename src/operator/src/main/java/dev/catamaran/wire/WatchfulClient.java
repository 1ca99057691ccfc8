package dev.catamaran.wire;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Gives up overdue answers, and WebSockets that do not reply. */
final class WatchfulClient extends HttpClient {
  private final HttpClient actual;
  private final Silence silence;

  WatchfulClient(HttpClient actual, Silence silence) {
    this.actual = actual;
    this.silence = silence;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return actual.send(bounded(request), watched(request, handler));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return actual.sendAsync(bounded(request), watched(request, handler));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
    return actual.sendAsync(bounded(request), watched(request, handler), pushes);
  }

  /** Listings of the client's informers have no timeout of their own. */
  private HttpRequest bounded(HttpRequest request) {
    return request.timeout().isPresent()
        ? request
        : HttpRequest.newBuilder(request, (name, value) -> true)
            .timeout(silence.response())
            .build();
  }

  private <T> BodyHandler<T> watched(HttpRequest request, BodyHandler<T> handler) {
    return longestSilence(request.uri())
        .<BodyHandler<T>>map(longest -> info -> new WatchfulBody<>(handler.apply(info), longest))
        .orElse(handler);
  }

  /** Returns none for a followed log: its container may write nothing. */
  private Optional<Duration> longestSilence(URI uri) {
    var query = Optional.ofNullable(uri.getQuery()).orElse("");
    if (query.contains("follow=true")) {
      return Optional.empty();
    }
    return Optional.of(query.contains("watch=true") ? silence.watch() : silence.response());
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return new SocketBuilder(actual.newWebSocketBuilder(), silence);
  }

  private record SocketBuilder(WebSocket.Builder actual, Silence silence)
      implements WebSocket.Builder {

    @Override
    public WebSocket.Builder header(String name, String value) {
      actual.header(name, value);
      return this;
    }

    @Override
    public WebSocket.Builder connectTimeout(Duration timeout) {
      actual.connectTimeout(timeout);
      return this;
    }

    @Override
    public WebSocket.Builder subprotocols(String mostPreferred, String... lesserPreferred) {
      actual.subprotocols(mostPreferred, lesserPreferred);
      return this;
    }

    @Override
    public CompletableFuture<WebSocket> buildAsync(URI uri, WebSocket.Listener listener) {
      return actual.buildAsync(uri, new WatchfulSocket(listener, silence));
    }
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return actual.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return actual.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return actual.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return actual.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return actual.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return actual.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return actual.authenticator();
  }

  @Override
  public Version version() {
    return actual.version();
  }

  @Override
  public Optional<Executor> executor() {
    return actual.executor();
  }
}
