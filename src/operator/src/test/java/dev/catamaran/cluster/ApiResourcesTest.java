package dev.catamaran.cluster;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.net.httpserver.HttpExchange;
import dev.catamaran.fixture.TestServer;
import dev.catamaran.manifest.MergeKeys;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of this test delays its answers about v1 until the latch {@code answers} opens. */
class ApiResourcesTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String SERVICES =
      """
      {"kind": "APIResourceList", "groupVersion": "v1", "resources": [
        {"name": "services", "singularName": "service", "namespaced": true, "kind": "Service",
         "verbs": ["get"]}]}""";
  private static final Map<String, String> GROUPS =
      Map.of(
          "/apis",
          """
          {"kind": "APIGroupList", "groups": [
            {"name": "mixed.dev",
             "versions": [{"groupVersion": "mixed.dev/v1", "version": "v1"},
                          {"groupVersion": "mixed.dev/v1alpha1", "version": "v1alpha1"}],
             "preferredVersion": {"groupVersion": "mixed.dev/v1", "version": "v1"}},
            {"name": "single.dev",
             "versions": [{"groupVersion": "single.dev/v2", "version": "v2"}],
             "preferredVersion": {"groupVersion": "single.dev/v2", "version": "v2"}}]}""",
          "/apis/mixed.dev/v1",
          resources("mixed.dev/v1", "settleds"),
          "/apis/mixed.dev/v1alpha1",
          resources("mixed.dev/v1alpha1", "passings", "settleds"),
          "/apis/single.dev/v2",
          resources("single.dev/v2", "lonelies"));

  private final Queue<String> discovered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answers = new CountDownLatch(1);
  private TestServer server;
  private KubernetesClient client;
  private ApiResources apis;
  private volatile Instant now = Instant.EPOCH;
  private volatile boolean isAway;
  private final Set<String> away = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void serve() throws IOException {
    server = new TestServer().on("/api/v1", this::answer).on("/apis", this::discover);
    client = server.client();
    apis = new ApiResources(client, () -> now);
  }

  @AfterEach
  void close() {
    answers.countDown();
    client.close();
    server.close();
  }

  @Test
  void invalidatesWithoutWaitingForARunningRequest() throws Exception {
    var found = CompletableFuture.supplyAsync(() -> apis.find("v1", "Service"));
    asked.await();
    assertTimeoutPreemptively(SOON, apis::invalidate);
    answers.countDown();
    assertTrue(found.get().isPresent());
  }

  @Test
  void repeatsARequestThatRanDuringTheInvalidation() throws Exception {
    var found = CompletableFuture.supplyAsync(() -> apis.find("v1", "Service"));
    asked.await();
    assertTimeoutPreemptively(SOON, apis::invalidate);
    answers.countDown();
    found.get();
    apis.find("v1", "Service");
    assertEquals(2, requests.get());
  }

  @Test
  void asksOnceForEachApiVersion() {
    answers.countDown();
    apis.find("v1", "Service");
    apis.find("v1", "Pod");
    assertEquals(1, requests.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../metrics",
        "..",
        "a/..",
        "mixed.dev/v1/settleds",
        "%2e%2e/metrics",
        "v1?limit=1",
        "v1#",
        "/",
        "/v1",
        "v1/",
        "Mixed.dev/v1",
        ".dev/v1",
        "a..dev/v1",
        "mixed.dev/v1\n",
        ""
      })
  void asksNothingAboutWhatIsNoApiVersion(String text) {
    answers.countDown();
    assertEquals(Optional.empty(), apis.find(text, "Service"));
    assertFalse(apis.has(text));
    apis.confirm(List.of(text));
    assertEquals(0, requests.get());
    assertEquals(List.of(), List.copyOf(discovered));
  }

  @Test
  void asksOnceAboutAllApisThatDoNotExist() {
    for (int i = 0; i < 4_000; i++) {
      apis.find("g%d.example.com/v%d".formatted(i % 7, i), "Thing");
    }
    apis.invalidate();
    for (int i = 4_000; i > 0; i--) {
      apis.find("g%d.example.com/v%d".formatted(i % 7, i), "Thing");
    }
    assertTrue(discovered.size() <= 2 * 21, discovered::toString);
    assertTrue(apis.find("single.dev/v2", "Any").isPresent());
  }

  @Test
  void asksAgainAfterMinutes() {
    answers.countDown();
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
    answers.countDown();
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

  /** Helm asks for itself, and takes no answer for a no. */
  @Test
  void confirmsTheAnswersOfOtherServersBeforeHelmAsks() {
    apis.confirm(List.of("v1", "apps/v1/Deployment"));
    assertEquals(List.of(), List.copyOf(discovered), "the API server itself answers");
    apis.confirm(List.of("single.dev/v2", "single.dev/v2/Any"));
    assertEquals(List.of("/apis/single.dev/v2"), List.copyOf(discovered));
    assertTrue(apis.has("single.dev/v2"));
    now = now.plusSeconds(5).minusNanos(1);
    apis.confirm(List.of("single.dev/v2"));
    assertEquals(1, discovered.size());

    isAway = true;
    now = now.plusNanos(1);
    assertThrows(KubernetesClientException.class, () -> apis.confirm(List.of("single.dev/v2")));
    assertTrue(apis.has("single.dev/v2"), "the last answer still holds");
    apis.invalidate();
    assertTrue(apis.has("single.dev/v2"));
    assertThrows(KubernetesClientException.class, () -> apis.confirm(List.of("single.dev/v2")));
    isAway = false;
    apis.confirm(List.of("single.dev/v2"));
    assertTrue(apis.has("single.dev/v2"));
  }

  @Test
  void hasNoAnswerIfThereNeverWasOne() {
    answers.countDown();
    isAway = true;
    assertThrows(KubernetesClientException.class, () -> apis.has("v1"));
  }

  @Test
  void listsEachKindOnceAlsoIfThePreferredVersionOfItsGroupDoesNotServeIt() {
    answers.countDown();
    assertEquals(
        List.of("settleds mixed.dev v1", "passings mixed.dev v1alpha1", "lonelies single.dev v2"),
        apis.listable((version, failure) -> fail(version, failure)).stream()
            .map(kind -> String.join(" ", kind.getPlural(), kind.getGroup(), kind.getVersion()))
            .toList());
  }

  /** One server that is away says nothing about the kinds of the others. */
  @Test
  void listsTheKindsOfTheServersThatAnswer() {
    answers.countDown();
    away.add("/apis/mixed.dev/v1");
    var silent = new ArrayList<String>();
    assertEquals(
        List.of("passings", "settleds", "lonelies"),
        apis.listable((version, failure) -> silent.add(version)).stream()
            .map(ResourceDefinitionContext::getPlural)
            .toList());
    assertEquals(List.of("mixed.dev/v1"), silent);
    isAway = true;
    apis.invalidate();
    assertThrows(KubernetesClientException.class, () -> apis.listable((version, failure) -> {}));
  }

  @Test
  void asksOnceForEachVersionOfAGroup() {
    answers.countDown();
    apis.listable((version, failure) -> fail(version, failure));
    assertEquals(GROUPS.keySet().stream().sorted().toList(), discovered.stream().sorted().toList());
  }

  private static String resources(String apiVersion, String... plurals) {
    return Stream.of(plurals)
        .map(
            plural ->
                """
                {"name": "%s", "namespaced": true, "kind": "Any", "verbs": ["list", "delete"]}"""
                    .formatted(plural))
        .collect(
            joining(
                ", ",
                "{\"kind\": \"APIResourceList\", \"groupVersion\": \"%s\", \"resources\": ["
                    .formatted(apiVersion),
                "]}"));
  }

  private void discover(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    discovered.add(path);
    var answer = GROUPS.get(path);
    if (isAway || away.contains(path)) {
      exchange.sendResponseHeaders(503, -1);
    } else if (answer == null) {
      exchange.sendResponseHeaders(404, -1);
    } else {
      TestServer.send(exchange, 200, answer);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "v1, BUILT_IN",
    "apps/v1, BUILT_IN",
    "networking.k8s.io/v1, BUILT_IN",
    "gateway.networking.k8s.io/v1, NONE",
    "snapshot.storage.k8s.io/v1, NONE",
    "autoscaling.k8s.io/v1, NONE",
    "my.domain/v1, NONE"
  })
  void knowsTheListsOfBuiltInKindsOnly(String apiVersion, MergeKeys keys) {
    assertEquals(keys, ApiResources.mergeKeys(apiVersion));
  }

  private void answer(HttpExchange exchange) throws IOException, InterruptedException {
    requests.incrementAndGet();
    asked.countDown();
    answers.await();
    if (isAway) {
      exchange.sendResponseHeaders(503, -1);
    } else {
      TestServer.send(exchange, 200, SERVICES);
    }
  }
}
