package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.fixture.TestServer;
import dev.catamaran.telemetry.InformerMeters;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServedKindsTest {
  private static final String API = "test.catamaran.dev/v1";
  private static final String WIDGETS =
      """
      {"kind": "APIResourceList", "groupVersion": "test.catamaran.dev/v1", "resources": [
        {"name": "widgets", "singularName": "widget", "namespaced": true, "kind": "Widget",
         "verbs": ["get"]}]}""";

  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String NO_DEFINITIONS =
      """
      {"kind": "CustomResourceDefinitionList", "apiVersion": "apiextensions.k8s.io/v1",
       "metadata": {"resourceVersion": "7"}, "items": []}""";

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger changes = new AtomicInteger();
  private final Queue<Runnable> tries = new ArrayDeque<>();
  private volatile boolean isRefusing;
  private TestServer server;
  private KubernetesClient client;
  private ServedKinds served;
  private long now;

  @BeforeEach
  void serve() throws IOException {
    server = new TestServer().on("/apis/" + API, this::answer).on(DEFINITIONS, this::list);
    client = server.client();
    var meters = new InformerMeters(new SimpleMeterRegistry());
    served =
        new ServedKinds(
            client,
            new ApiResources(client),
            meters,
            changes::incrementAndGet,
            (group, kind) -> {},
            () -> now,
            tries::add);
  }

  @AfterEach
  void close() {
    served.close();
    client.close();
    server.close();
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

  @Test
  void triesToWatchUntilTheApiServerAllowsIt() {
    isRefusing = true;
    served.start();
    assertFalse(served.isWatching());
    tries.remove().run();
    assertFalse(served.isWatching());
    assertEquals(0, changes.get());

    isRefusing = false;
    tries.remove().run();
    assertTrue(served.isWatching());
    assertEquals(1, changes.get(), "definitions may have changed in the meantime");
    assertEquals(0, tries.size());
  }

  @Test
  void triesNothingAfterItsEnd() {
    isRefusing = true;
    served.start();
    served.close();
    isRefusing = false;
    tries.remove().run();
    assertFalse(served.isWatching());
    assertEquals(0, tries.size());
  }

  private void list(HttpExchange exchange) throws IOException, InterruptedException {
    if (isRefusing) {
      exchange.sendResponseHeaders(403, -1);
    } else if ("websocket".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Upgrade"))) {
      // Without WebSockets, the client watches by HTTP.
      exchange.sendResponseHeaders(200, -1);
    } else if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true")) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      server.untilClosed();
    } else {
      TestServer.send(exchange, 200, NO_DEFINITIONS);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    TestServer.send(exchange, 200, WIDGETS);
  }
}
