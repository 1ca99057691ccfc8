package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import dev.catamaran.fixture.TestServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiResourcesTest {
  private static final String SERVICES =
      """
      {"kind": "APIResourceList", "groupVersion": "v1", "resources": [
        {"name": "services", "singularName": "service", "namespaced": true, "kind": "Service",
         "verbs": ["get"]}]}""";
  private static final String OTHERS =
      """
      {"kind": "APIResourceList", "groupVersion": "single.dev/v2", "resources": [
        {"name": "lonelies", "namespaced": true, "kind": "Any", "verbs": ["list", "delete"]}]}""";

  private final Queue<String> discovered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private TestServer server;
  private KubernetesClient client;
  private ApiResources apis;
  private volatile Instant now = Instant.EPOCH;
  private volatile boolean isAway;

  @BeforeEach
  void serve() throws IOException {
    server = new TestServer().on("/api/v1", this::answer).on("/apis", this::discover);
    client = server.client();
    apis = new ApiResources(client, () -> now);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void asksNothingAboutWhatIsNoApiVersion() {
    var texts =
        "../metrics .. a/.. mixed.dev/v1/settleds %2e%2e/metrics v1?limit=1 v1# / /v1 v1/"
            + " Mixed.dev/v1 .dev/v1 a..dev/v1 mixed.dev/v1\n";
    for (var text : (texts + " ").split(" ", -1)) {
      assertEquals(Optional.empty(), apis.find(text, "Service"), text);
      assertFalse(apis.has(text), text);
      apis.confirm(text);
    }
    assertEquals(0, requests.get());
    assertEquals(List.of(), List.copyOf(discovered));
  }

  @Test
  void asksAgainAfterMinutes() {
    apis.find("v1", "Service");
    now = now.plus(Duration.ofMinutes(10)).minusNanos(1);
    apis.find("v1", "Service");
    assertEquals(1, requests.get());
    now = now.plusNanos(1);
    apis.find("v1", "Service");
    assertEquals(2, requests.get());
  }

  /** The server of one API, behind the API server, may be away. */
  @Test
  void keepsTheLastAnswerWhileThereIsNone() {
    assertTrue(apis.find("v1", "Service").isPresent());
    isAway = true;
    apis.invalidate();
    int before = requests.get();
    assertTrue(apis.find("v1", "Service").isPresent());
    int tried = requests.get();
    assertTrue(tried > before, "asked");
    assertTrue(apis.has("v1"));
    assertEquals(tried, requests.get(), "not asked at once again");

    isAway = false;
    now = now.plusSeconds(30);
    assertTrue(apis.find("v1", "Service").isPresent());
    assertTrue(apis.find("v1", "Service").isPresent());
    assertEquals(tried + 1, requests.get());
  }

  /** No watch shows what they serve. */
  @Test
  void confirmsTheAnswersOfOtherServers() {
    List.of("v1", "apps/v1/Deployment").forEach(apis::confirm);
    assertEquals(List.of(), List.copyOf(discovered), "the API server itself answers");
    List.of("single.dev/v2", "single.dev/v2/Any").forEach(apis::confirm);
    assertEquals(List.of("/apis/single.dev/v2"), List.copyOf(discovered));
    assertTrue(apis.has("single.dev/v2"));
    now = now.plusSeconds(5).minusNanos(1);
    apis.confirm("single.dev/v2");
    assertEquals(1, discovered.size());

    isAway = true;
    now = now.plusNanos(1);
    assertThrows(KubernetesClientException.class, () -> apis.confirm("single.dev/v2"));
    assertTrue(apis.has("single.dev/v2"), "the last answer still holds");
    apis.invalidate();
    assertTrue(apis.has("single.dev/v2"));
    assertThrows(KubernetesClientException.class, () -> apis.confirm("single.dev/v2"));
    isAway = false;
    apis.confirm("single.dev/v2");
    assertTrue(apis.has("single.dev/v2"));
  }

  private void discover(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    discovered.add(path);
    if (isAway) {
      exchange.sendResponseHeaders(503, -1);
    } else if (path.equals("/apis/single.dev/v2")) {
      TestServer.send(exchange, 200, OTHERS);
    } else {
      exchange.sendResponseHeaders(404, -1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "v1, true",
    "apps/v1, true",
    "networking.k8s.io/v1, true",
    "gateway.networking.k8s.io/v1, false",
    "snapshot.storage.k8s.io/v1, false",
    "autoscaling.k8s.io/v1, false",
    "my.domain/v1, false"
  })
  void knowsTheApisOfTheApiServerItself(String apiVersion, boolean isBuiltIn) {
    assertEquals(isBuiltIn, ApiResources.isBuiltIn(apiVersion));
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    if (isAway) {
      exchange.sendResponseHeaders(503, -1);
    } else {
      TestServer.send(exchange, 200, SERVICES);
    }
  }
}
