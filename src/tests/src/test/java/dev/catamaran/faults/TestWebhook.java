package dev.catamaran.faults;

import dev.catamaran.fixture.ServingCertificate;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfigBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.Optional;

/** The server of an admission webhook that refuses every object, or never answers. */
final class TestWebhook implements AutoCloseable {
  private final ServingCertificate certificate = ServingCertificate.make();
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
  private final HttpServer server;

  private TestWebhook(Optional<String> refusal) {
    var options =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(0)
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertValue(Buffer.buffer(certificate.certificate()))
                    .addKeyValue(Buffer.buffer(certificate.key())));
    this.server =
        vertx
            .createHttpServer(options)
            .requestHandler(request -> refusal.ifPresent(reason -> refuse(request, reason)))
            .listen()
            .await();
  }

  /** Refuses every object for this reason. */
  static TestWebhook refusing(String reason) {
    return new TestWebhook(Optional.of(reason));
  }

  /** Takes every request and does not answer. */
  static TestWebhook silent() {
    return new TestWebhook(Optional.empty());
  }

  WebhookClientConfig address() {
    return new WebhookClientConfigBuilder()
        .withUrl("https://127.0.0.1:%d/".formatted(server.actualPort()))
        .withCaBundle(certificate.caBundle())
        .build();
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  private static void refuse(HttpServerRequest request, String reason) {
    request
        .body()
        .onSuccess(
            body -> {
              var review = body.toJsonObject();
              var uid = review.getJsonObject("request").getString("uid");
              review.put(
                  "response",
                  new JsonObject()
                      .put("uid", uid)
                      .put("allowed", false)
                      .put("status", new JsonObject().put("message", reason)));
              request.response().putHeader("Content-Type", "application/json").end(review.encode());
            });
  }
}
