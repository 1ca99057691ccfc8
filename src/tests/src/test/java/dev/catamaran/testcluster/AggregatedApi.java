package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.ServingCertificate;
import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.APIServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An API that comes without a definition: an APIService names the server behind the API server that
 * serves it. This one serves empty lists of its kinds.
 */
public final class AggregatedApi implements AutoCloseable {
  private final TestNamespace namespace;
  private final String group;
  private final List<String> kinds = new CopyOnWriteArrayList<>();
  private final ServingCertificate certificate = ServingCertificate.make();
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
  private final int port;
  private HttpServer server;

  /** Starts the server, without an APIService yet. */
  public AggregatedApi(TestNamespace namespace, String... kinds) {
    this.namespace = namespace;
    this.group = "aggregated." + namespace.name() + ".example.com";
    this.kinds.addAll(List.of(kinds));
    this.server = listen(0);
    this.port = server.actualPort();
    namespace.atClose(this::close);
  }

  private HttpServer listen(int at) {
    return vertx
        .createHttpServer(
            new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(at)
                .setSsl(true)
                .setKeyCertOptions(
                    new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(certificate.certificate()))
                        .addKeyValue(Buffer.buffer(certificate.key()))))
        .requestHandler(this::answer)
        .listen()
        .await();
  }

  /** Its group and version. */
  public String apiVersion() {
    return group + "/v1";
  }

  /** Lets it serve one more kind, of which nothing tells the API server's clients. */
  public void serve(String kind) {
    kinds.add(kind);
  }

  /** Creates the APIService, and waits until the API server reaches the server. */
  public void register() {
    var client = namespace.client();
    client
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("aggregated")
                .endMetadata()
                .withNewSpec()
                .withType("ExternalName")
                .withExternalName("127.0.0.1")
                .endSpec()
                .build())
        .inNamespace(namespace.name())
        .createOr(r -> r.update());
    client
        .resource(
            new APIServiceBuilder()
                .withNewMetadata()
                .withName("v1." + group)
                .endMetadata()
                .withNewSpec()
                .withGroup(group)
                .withVersion("v1")
                .withGroupPriorityMinimum(100)
                .withVersionPriority(100)
                .withInsecureSkipTLSVerify(true)
                .withNewService("aggregated", namespace.name(), port)
                .endSpec()
                .build())
        .create();
    awaitAvailable("True");
  }

  /** Stops the server; its APIService stays. */
  public void stop() {
    server.close().await();
    awaitAvailable("False");
  }

  /** Starts the server again. */
  public void start() {
    server = listen(port);
    awaitAvailable("True");
  }

  private void awaitAvailable(String status) {
    eventually(
        () ->
            assertEquals(
                status,
                service().get().getStatus().getConditions().stream()
                    .filter(c -> c.getType().equals("Available"))
                    .findFirst()
                    .orElseThrow()
                    .getStatus()));
  }

  private Resource<APIService> service() {
    return namespace.client().resources(APIService.class).withName("v1." + group);
  }

  private void answer(HttpServerRequest request) {
    var resources =
        kinds.stream()
            .map(
                kind ->
                    """
                    {"name": "%ss", "singularName": "%s", "namespaced": true, "kind": "%s", "verbs": ["get", "list", "watch"]}"""
                        .formatted(
                            kind.toLowerCase(Locale.ROOT), kind.toLowerCase(Locale.ROOT), kind))
            .toList();
    boolean isDiscovery = request.path().equals("/apis/" + apiVersion());
    request
        .response()
        .setStatusCode(isDiscovery ? 200 : 404)
        .putHeader("Content-Type", "application/json")
        .end(
            "{\"kind\": \"APIResourceList\", \"apiVersion\": \"v1\", \"groupVersion\": \"%s\", \"resources\": [%s]}"
                .formatted(apiVersion(), String.join(", ", resources)));
  }

  @Override
  public void close() {
    service().delete();
    vertx.close().await();
  }
}
