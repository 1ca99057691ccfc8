package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init") // JUnit sets them before each test.
class FaultProxyIT {
  /** For a request without an answer. */
  private static final int SHORT_TIMEOUT_MILLIS = 5_000;

  /** For a request with an answer. */
  private static final int LONG_TIMEOUT_MILLIS = 60_000;

  private FaultProxy proxy;
  private KubernetesClient client;
  private KubernetesClient impatient;
  private TestNamespace namespace;

  @BeforeEach
  void open(TestNamespace ofTheTest) {
    namespace = ofTheTest;
    proxy = FaultProxy.before(namespace.cluster());
    var kubeconfig = proxy.identity(namespace.identity()).kubeconfig();
    client = open(kubeconfig, LONG_TIMEOUT_MILLIS);
    impatient = open(kubeconfig, SHORT_TIMEOUT_MILLIS);
  }

  @AfterEach
  void close() {
    client.close();
    impatient.close();
    proxy.close();
  }

  @Test
  void forwardsTheRequestsOfAnOperatorUnchanged() {
    var chart = TestChart.named("carried").configMap("made", "by", "{{ .Values.by }}");
    namespace.operate(
        proxy.identity(namespace.identity()),
        Watching.chart("Widget", chart.path()),
        Duration.ofHours(1));

    namespace.deploy("Widget", "carried", "{by: operator}");

    assertEquals("operator", namespace.data("carried-made").get("by"));
    assertTrue(proxy.openWatches() > 0, "watches must pass the proxy");
    namespace.delete("Widget", "carried");
    eventually(() -> assertEquals(null, namespace.primary("Widget", "carried")));
  }

  @Test
  void answersInsteadOfTheApiServer() {
    var injection = proxy.inject(Fault.answer(503), Calls.at("/configmaps").by("create").first(1));

    var refused = assertThrows(KubernetesClientException.class, () -> create("one"));
    create("two");

    assertEquals(503, refused.getCode());
    assertEquals(1, injection.count());
    assertEquals(List.of("two"), names());
  }

  @Test
  void sendsARetryAfterHeader() {
    proxy.inject(Fault.tooManyRequests(Duration.ofSeconds(7)), Calls.all().by("list"));

    var refused = assertThrows(KubernetesClientException.class, this::names);

    assertEquals(429, refused.getCode());
    assertEquals("TooManyRequests", refused.getStatus().getReason());
  }

  @Test
  void losesTheAnswerOfAnExecutedRequest() {
    proxy.inject(new Fault.LostAnswer(), Calls.all().by("create"));

    assertThrows(KubernetesClientException.class, () -> create("done"));

    assertEquals(List.of("done"), names());
  }

  @Test
  void resetsBeforeTheRequestIsExecuted() {
    proxy.inject(new Fault.Reset(), Calls.all().by("create").first(1));

    assertThrows(KubernetesClientException.class, () -> create("undone"));

    assertEquals(List.of(), names());
  }

  @Test
  void resetsInTheBodyOfAnAnswer() {
    create("one");
    proxy.inject(new Fault.ResetInBody(), Calls.all().by("list").first(1));

    assertThrows(KubernetesClientException.class, this::names);
    assertEquals(List.of("one"), names());
  }

  @Test
  void answersLate() {
    proxy.inject(new Fault.LateAnswer(Duration.ofMillis(500)), Calls.all().by("list").first(1));
    proxy.inject(new Fault.LateRequest(Duration.ofMillis(500)), Calls.all().by("get").first(1));
    var start = System.nanoTime();

    names();
    get("none");

    assertTrue(Duration.ofNanos(System.nanoTime() - start).toMillis() >= 1000);
  }

  @Test
  void sendsNoAnswer() {
    proxy.inject(new Fault.Silence(), Calls.all().by("list").first(1));

    assertThrows(KubernetesClientException.class, () -> names(impatient));
    assertEquals(List.of(), names());
  }

  @Test
  void holdsAllRequestsUntilHealed() {
    names(impatient);
    proxy.blackHole();
    assertThrows(KubernetesClientException.class, () -> names(impatient));

    proxy.heal();

    assertEquals(List.of(), names());
  }

  @Test
  void holdsAnswersOnly() {
    names(impatient);
    proxy.halfOpen(Direction.TO_OPERATOR);

    assertThrows(KubernetesClientException.class, () -> create(impatient, "made"));

    eventually(() -> assertTrue(namespace.get(ConfigMap.class, "made") != null));
  }

  @Test
  void refusesConnectionsUntilHealed() {
    names();
    proxy.goDown();
    assertThrows(KubernetesClientException.class, this::names);
    eventually(() -> assertEquals(0, proxy.openConnections()));

    proxy.heal();

    assertEquals(List.of(), names());
  }

  @Test
  void forwardsNewWatchesWhileOldOnesAreHalfOpen() {
    var old = watch();
    create("one");
    eventually(() -> assertTrue(old.contains("one"), old::toString));
    proxy.halfOpen();
    // A client may wait forever on its open connection, so another client sends the request.
    try (var other = open(proxy.identity(namespace.identity()).kubeconfig(), LONG_TIMEOUT_MILLIS)) {
      create(other, "two");
      assertTrue(other.configMaps().inNamespace(namespace.name()).withName("two").get() != null);
    }
    assertFalse(old.contains("two"), old::toString);

    proxy.heal();

    eventually(() -> assertTrue(old.contains("two"), old::toString));
  }

  @Test
  void cutsWatches() {
    var seen = watch();
    create("one");
    eventually(() -> assertTrue(seen.contains("one"), seen::toString));
    assertEquals(1, proxy.openWatches());

    proxy.cutWatches();

    eventually(() -> assertEquals(2, watchRequests(), "the client must watch again"));
    create("two");
    eventually(() -> assertTrue(seen.contains("two"), seen::toString));
  }

  @Test
  void reportsAnExpiredResourceVersion() {
    proxy.inject(new Fault.ErrorEvent(410), Calls.all().by("watch").first(1));

    var seen = watch();

    eventually(() -> assertEquals(List.of("closed: 410"), seen));
  }

  @Test
  void choosesTheSameRequestsForTheSameSeed() {
    var first = chosen();
    proxy.heal();

    assertEquals(first, chosen());
    assertTrue(first.contains(true) && first.contains(false), first::toString);
  }

  private List<Boolean> chosen() {
    int before = proxy.seen().size();
    proxy.inject(Fault.answer(500), Calls.all().by("get").withProbability(0.5, 42));
    for (int i = 0; i < 20; i++) {
      try {
        get("none");
      } catch (KubernetesClientException e) {
        // This request got the fault.
      }
    }
    return proxy.seen().stream().skip(before).map(seen -> seen.fault().isPresent()).toList();
  }

  private long watchRequests() {
    return proxy.seen().stream().filter(seen -> seen.call().verb().equals("watch")).count();
  }

  private List<String> watch() {
    var seen = new CopyOnWriteArrayList<String>();
    var unused =
        client
            .configMaps()
            .inNamespace(namespace.name())
            .watch(
                new Watcher<ConfigMap>() {
                  @Override
                  public void eventReceived(Action action, ConfigMap map) {
                    seen.add(map.getMetadata().getName());
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    seen.add("closed: " + (cause.isHttpGone() ? "410" : cause.getMessage()));
                  }
                });
    return seen;
  }

  private void create(String name) {
    create(client, name);
  }

  private void create(KubernetesClient by, String name) {
    by.resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace.name())
                .endMetadata()
                .build())
        .create();
  }

  private void get(String name) {
    var unused = client.configMaps().inNamespace(namespace.name()).withName(name).get();
  }

  private List<String> names() {
    return names(client);
  }

  private List<String> names(KubernetesClient by) {
    return by.configMaps().inNamespace(namespace.name()).list().getItems().stream()
        .map(map -> map.getMetadata().getName())
        .filter(name -> !name.equals("kube-root-ca.crt"))
        .sorted()
        .toList();
  }

  /** A client without retries. */
  private static KubernetesClient open(java.nio.file.Path kubeconfig, int timeoutMillis) {
    try {
      return new KubernetesClientBuilder()
          .withConfig(
              new ConfigBuilder(Config.fromKubeconfig(Files.readString(kubeconfig)))
                  .withRequestTimeout(timeoutMillis)
                  .withRequestRetryBackoffLimit(0)
                  .build())
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
