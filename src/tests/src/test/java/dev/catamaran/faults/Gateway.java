package dev.catamaran.faults;

import dev.catamaran.fixture.ServingCertificate;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Forwards requests with their credentials to the API server, and applies faults to some. Supports
 * HTTP/1.1, HTTP/2 and websockets.
 */
final class Gateway implements AutoCloseable {
  private static final int LONGEST_HEAD = 64 * 1024;

  /** The time after which written bytes have passed the relay. */
  private static final long TO_PASS_MILLIS = 100;

  private final Function<Call, java.util.Optional<Fault>> chooser;
  private final Vertx vertx;
  private final ApiServer apiServer;
  private final HttpServer server;
  private final Set<Runnable> watches = ConcurrentHashMap.newKeySet();
  private volatile IntConsumer reset = port -> {};

  Gateway(
      URI address,
      String trusted,
      ServingCertificate certificate,
      Function<Call, java.util.Optional<Fault>> chooser) {
    this.chooser = chooser;
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(2)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    this.apiServer = new ApiServer(vertx, address, trusted);
    var options =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(0)
            .setSsl(true)
            .setUseAlpn(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertValue(Buffer.buffer(certificate.certificate()))
                    .addKeyValue(Buffer.buffer(certificate.key())))
            .setMaxInitialLineLength(LONGEST_HEAD)
            .setMaxHeaderSize(LONGEST_HEAD)
            .setHandle100ContinueAutomatically(true);
    this.server = vertx.createHttpServer(options).requestHandler(this::handle).listen().await();
  }

  int port() {
    return server.actualPort();
  }

  /** Sets the function that resets the connection from a port. */
  void resetBy(IntConsumer resetter) {
    reset = resetter;
  }

  void cutWatches() {
    watches.forEach(Runnable::run);
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  private void handle(HttpServerRequest request) {
    var call = Call.of(request.method().name(), request.uri());
    var fault = chooser.apply(call);
    if (ApiServer.isUpgrade(request)) {
      request.pause();
      handle(request, Buffer.buffer(), call, fault);
    } else {
      request.body().onSuccess(body -> handle(request, body, call, fault));
    }
  }

  private void handle(
      HttpServerRequest request, Buffer body, Call call, java.util.Optional<Fault> fault) {
    fault.ifPresentOrElse(it -> spoil(request, body, call, it), () -> carry(request, body, call));
  }

  private void spoil(HttpServerRequest request, Buffer body, Call call, Fault fault) {
    switch (fault) {
      case Fault.Answer answer -> answer(request, answer);
      case Fault.Reset() -> reset(request);
      case Fault.Silence() -> {}
      case Fault.ResetInBody() ->
          apiServer
              .fetch(request, body)
              .onSuccess(whole -> begin(request, whole))
              .onFailure(e -> reset(request));
      case Fault.LostAnswer() -> apiServer.fetch(request, body).onComplete(done -> reset(request));
      case Fault.LateEvents(var by) -> carry(request, body, call, by);
      case Fault.HeldRequest(var until) -> {
        var context = vertx.getOrCreateContext();
        var unused =
            until.whenComplete(
                (value, failure) -> context.runOnContext(end -> carry(request, body, call)));
      }
      case Fault.ErrorEvent(int code) -> sendEvent(request, ApiStatus.errorEvent(code));
    }
  }

  private void carry(HttpServerRequest request, Buffer body, Call call) {
    carry(request, body, call, Duration.ZERO);
  }

  private void carry(HttpServerRequest request, Buffer body, Call call, Duration late) {
    if (ApiServer.isUpgrade(request)) {
      tunnel(request, call, late);
    } else {
      stream(request, body, call, late);
    }
  }

  private void stream(HttpServerRequest request, Buffer body, Call call, Duration late) {
    apiServer
        .request(request)
        .compose(
            upstream -> {
              request.response().closeHandler(gone -> upstream.reset());
              return upstream.send(body);
            })
        .compose(answer -> pipe(request, answer, call, late))
        .onFailure(e -> fail(request));
  }

  private Future<Void> pipe(
      HttpServerRequest request, HttpClientResponse answer, Call call, Duration late) {
    var response = request.response();
    head(request, answer.statusCode(), answer.headers());
    if (!call.isWatch()) {
      copyLength(answer, request);
      return answer.pipeTo(response);
    }
    Runnable cut =
        () -> {
          answer.request().reset();
          response.end();
        };
    watches.add(cut);
    if (!late.isZero()) {
      answer.handler(part -> after(late, () -> response.write(part)));
      answer.endHandler(end -> after(late, response::end));
      return answer.end().onComplete(done -> watches.remove(cut));
    }
    return answer
        .pipe()
        .endOnFailure(false)
        .to(response)
        .onComplete(done -> watches.remove(cut))
        // This is the expected end of a cut watch.
        .recover(e -> response.ended() ? Future.succeededFuture() : Future.failedFuture(e));
  }

  private static void copyLength(HttpClientResponse answer, HttpServerRequest request) {
    var length = answer.getHeader("content-length");
    if (length != null) {
      request.response().setChunked(false).putHeader("content-length", length);
    }
  }

  private static void head(HttpServerRequest request, int status, MultiMap headers) {
    var response = request.response().setStatusCode(status).setChunked(true);
    ApiServer.copy(headers, response.headers());
  }

  private void tunnel(HttpServerRequest request, Call call, Duration late) {
    apiServer
        .request(request)
        .compose(upstream -> upstream.connect())
        .compose(
            answer ->
                answer.statusCode() == 101
                    ? join(request, answer, call, late)
                    : pipe(request, answer, call, late))
        .onFailure(e -> fail(request));
  }

  private Future<Void> join(
      HttpServerRequest request, HttpClientResponse answer, Call call, Duration late) {
    var response = request.response().setStatusCode(101);
    ApiServer.copy(answer.headers(), response.headers());
    response.putHeader("Connection", "Upgrade").putHeader("Upgrade", "websocket");
    var server = answer.netSocket();
    server.pause();
    return request
        .toNetSocket()
        .onSuccess(operator -> join(operator, server, call, late))
        .mapEmpty();
  }

  private void join(NetSocket operator, NetSocket server, Call call, Duration late) {
    Runnable cut =
        () -> {
          operator.close();
          server.close();
        };
    if (call.isWatch()) {
      watches.add(cut);
    }
    operator.closeHandler(gone -> watches.remove(cut));
    operator.pipeTo(server);
    if (late.isZero()) {
      server.pipeTo(operator);
    } else {
      server.handler(part -> after(late, () -> operator.write(part)));
      server.endHandler(end -> after(late, operator::close));
    }
    server.resume();
  }

  /** Sends half of the answer. */
  private void begin(HttpServerRequest request, ApiServer.Whole whole) {
    head(request, whole.status(), whole.headers());
    request
        .response()
        .setChunked(false)
        .putHeader("content-length", Integer.toString(whole.body().length()))
        .write(whole.body().slice(0, whole.body().length() / 2))
        .onComplete(written -> after(Duration.ofMillis(TO_PASS_MILLIS), () -> reset(request)));
  }

  private static void answer(HttpServerRequest request, Fault.Answer answer) {
    var response = request.response().setStatusCode(answer.status());
    answer
        .retryAfter()
        .ifPresent(after -> response.putHeader("Retry-After", Long.toString(after.toSeconds())));
    response.putHeader("Content-Type", "application/json").end(ApiStatus.of(answer.status()));
  }

  private static void sendEvent(HttpServerRequest request, String event) {
    if (ApiServer.isUpgrade(request)) {
      request
          .toWebSocket()
          .onSuccess(socket -> socket.writeTextMessage(event).onComplete(said -> socket.close()));
    } else {
      request.response().putHeader("Content-Type", "application/json").end(event + "\n");
    }
  }

  /** Ends only this request; others on its connection continue. */
  private void fail(HttpServerRequest request) {
    if (request.response().ended() || request.response().closed()) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      reset(request);
    }
  }

  /** Resets the connection, and ends all its requests. */
  private void reset(HttpServerRequest request) {
    reset.accept(request.connection().remoteAddress().port());
  }

  private void after(Duration delay, Runnable action) {
    vertx.setTimer(delay.toMillis(), fired -> action.run());
  }
}
