package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteGuardTest {
  private static final byte[] MAP =
      "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}"
          .getBytes(StandardCharsets.UTF_8);

  private final Hold hold = Hold.begin();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final KubernetesClient client;

  WriteGuardTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            seen.add(exchange.getRequestMethod());
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, MAP.length);
            exchange.getResponseBody().write(MAP);
          }
        });
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withNamespace("a")
                    .build())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("guard", new WriteGuard(hold)))
            .build();
  }

  @AfterEach
  void close() {
    client.close();
    server.stop(0);
  }

  @Test
  void sendsAllRequestsWhileTheHoldLasts() {
    write();
    hold.renewed(System.nanoTime(), Duration.ofHours(1));
    write();

    assertEquals(List.of("POST", "POST"), seen);
  }

  @Test
  void sendsNoWriteOnceTheHoldIsOver() {
    hold.lose();

    assertThrows(RuntimeException.class, this::write);
    var unused = client.configMaps().withName("a").get();

    assertEquals(List.of("GET"), seen);
  }

  private void write() {
    var map = new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build();
    client.configMaps().resource(map).create();
  }
}
