package dev.catamaran.telemetry;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The API server of this test answers every request with 404. The caller gets an answer shortly
 * before the meters count it.
 */
class ClientMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final HttpServer server = server();
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(
              new ConfigBuilder()
                  .withAutoConfigure(false)
                  .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                  .withNamespace("here")
                  .withRequestRetryBackoffLimit(1)
                  .build())
          .withHttpClientBuilderConsumer(
              http -> http.addOrReplaceInterceptor("meters", new ClientMeters(registry)))
          .build();

  @BeforeEach
  void serve() {
    server.createContext("/", exchange -> exchange.sendResponseHeaders(404, -1));
    server.start();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void timesRequestsByVerbAndCode() {
    assertNull(client.configMaps().withName("none").get());

    eventually(
        () -> {
          var request = registry.get("catamaran.kubernetes.client.request.duration").timer();
          assertEquals("get", request.getId().getTag("verb"));
          assertEquals("404", request.getId().getTag("code"));
          assertEquals(1, request.count());
        });
  }

  @Test
  void countsARefusedWatchOnce() {
    assertThrows(
        KubernetesClientException.class, () -> client.configMaps().watch(new Ignoring()).close());

    eventually(
        () -> {
          assertEquals(1, count("catamaran.kubernetes.client.watches.started"));
          assertEquals(1, count("catamaran.kubernetes.client.watch.errors"));
        });
  }

  @Test
  void countsARefusedListAsAWatchThatCannotBegin() {
    server.createContext("/api/v1/secrets", exchange -> exchange.sendResponseHeaders(403, -1));

    assertThrows(KubernetesClientException.class, () -> client.secrets().inAnyNamespace().list());
    assertThrows(
        KubernetesClientException.class, () -> client.configMaps().inAnyNamespace().list());

    var errors = "catamaran.kubernetes.client.watch.errors";
    eventually(
        () -> assertEquals(1, registry.get(errors).tag("resource", "secrets").counter().count()));
    assertEquals(1, registry.find(errors).counters().size(), "404 is no refusal");
  }

  @Test
  void countsUnansweredRequests() {
    server.stop(0);

    assertThrows(KubernetesClientException.class, () -> client.configMaps().withName("none").get());

    eventually(
        () -> {
          var unanswered =
              registry.get("catamaran.kubernetes.client.unanswered").tag("verb", "get").counter();
          // The client reports an attempt with a retry.
          assertEquals(1, unanswered.count());
        });
  }

  private static final class Ignoring implements Watcher<ConfigMap> {
    @Override
    public void eventReceived(Action action, ConfigMap resource) {}

    @Override
    public void onClose(WatcherException cause) {}
  }

  private double count(String name) {
    return registry.get(name).tag("resource", "configmaps").counter().count();
  }

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
