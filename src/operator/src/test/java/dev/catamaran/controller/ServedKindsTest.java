package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.telemetry.InformerMeters;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The watch on definitions is not started, as without the right to it. */
class ServedKindsTest {
  private static final String API = "test.catamaran.dev/v1";
  private static final String WIDGETS =
      """
      {"kind": "APIResourceList", "groupVersion": "test.catamaran.dev/v1", "resources": [
        {"name": "widgets", "singularName": "widget", "namespaced": true, "kind": "Widget",
         "verbs": ["get"]}]}""";

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private KubernetesClient client;
  private ServedKinds served;
  private long now;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/apis/" + API, this::answer);
    server.start();
    var url = "http://127.0.0.1:" + server.getAddress().getPort();
    var config = new ConfigBuilder().withAutoConfigure(false).withMasterUrl(url).build();
    client = new KubernetesClientBuilder().withConfig(config).build();
    var meters = new InformerMeters(new SimpleMeterRegistry());
    served = new ServedKinds(client, new ApiResources(client), meters, () -> {}, () -> now);
  }

  @AfterEach
  void close() {
    served.close();
    client.close();
    server.stop(0);
  }

  @Test
  void withoutTheWatchItAsksOnceForTheKindsOfAGroup() {
    assertTrue(served.contains(GroupVersionKind.parse(API, "Widget")));
    assertFalse(served.contains(GroupVersionKind.parse(API, "Gadget")));
    assertEquals(1, requests.get());

    now += Duration.ofSeconds(5).toNanos();
    assertTrue(served.contains(GroupVersionKind.parse(API, "Widget")));
    assertFalse(served.contains(GroupVersionKind.parse(API, "Gadget")));
    assertEquals(2, requests.get(), "after the pause");
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    var body = WIDGETS.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
