package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.TestNamespace;
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
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault does what the tests with it rely on: above all, whether a request was executed. */
@SuppressWarnings("NullAway.Init") // JUnit sets them before each test.
class FaultProxyIT {
  private FaultProxy proxy;
  private KubernetesClient client;
  private TestNamespace namespace;

  @BeforeEach
  void open(TestNamespace ofTheTest) throws IOException {
    namespace = ofTheTest;
    proxy = FaultProxy.before(namespace.cluster());
    client = client();
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  static Stream<Arguments> faultsOfACreation() {
    return Stream.of(
        Arguments.of(Fault.answer(503), false),
        Arguments.of(new Fault.Reset(), false),
        Arguments.of(new Fault.Silence(), false),
        Arguments.of(new Fault.LostAnswer(), true));
  }

  @ParameterizedTest
  @MethodSource("faultsOfACreation")
  void executesARequestOrNot(Fault fault, boolean isExecuted) {
    var injection = proxy.inject(fault, Calls.at("/configmaps").by("create").first(1));

    assertThrows(KubernetesClientException.class, () -> create(client, "one"));
    create(client, "two");

    assertEquals(isExecuted ? List.of("one", "two") : List.of("two"), names());
    assertEquals(1, injection.count());
  }

  @Test
  void resetsInTheBodyOfAnAnswer() {
    proxy.inject(new Fault.ResetInBody(), Calls.all().by("list").first(1));

    assertThrows(KubernetesClientException.class, this::names);
    assertEquals(List.of(), names());
  }

  static Stream<Arguments> faultsOfAllRequests() {
    return Stream.of(
        Arguments.of("black hole", false), Arguments.of("no answers", true), Arguments.of("down", false));
  }

  @ParameterizedTest
  @MethodSource("faultsOfAllRequests")
  void breaksAllRequestsUntilHealed(String fault, boolean isExecuted) {
    names();
    switch (fault) {
      case "black hole" -> proxy.blackHole();
      case "no answers" -> proxy.blackHole(Direction.TO_OPERATOR);
      default -> proxy.goDown();
    }

    assertThrows(KubernetesClientException.class, () -> create(client, "made"));

    if (isExecuted) {
      eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "made")));
    } else {
      assertEquals(null, namespace.get(ConfigMap.class, "made"));
    }
    proxy.heal();
    names();
  }

  @Test
  void forwardsNewWatchesWhileOldOnesAreHalfOpen() throws IOException {
    var old = watch();
    create(client, "one");
    eventually(() -> assertTrue(old.contains("one"), old::toString));
    proxy.halfOpen();
    // A client may wait forever on its open connection, so another client sends the request.
    try (var other = client()) {
      create(other, "two");
      assertNotNull(other.configMaps().inNamespace(namespace.name()).withName("two").get());
    }
    assertFalse(old.contains("two"), old::toString);

    proxy.heal();

    eventually(() -> assertTrue(old.contains("two"), old::toString));
  }

  @Test
  void cutsAndRefusesWatches() {
    var seen = watch();
    create(client, "one");
    eventually(() -> assertTrue(seen.contains("one"), seen::toString));
    proxy.cutWatches();
    eventually(() -> assertEquals(2, proxy.seen(Calls.all().by("watch")).size()));
    create(client, "two");
    eventually(() -> assertTrue(seen.contains("two"), seen::toString));
    proxy.inject(new Fault.ErrorEvent(410), Calls.all().by("watch").first(1));

    var refused = watch();

    eventually(() -> assertEquals(List.of("closed: 410"), refused));
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

  private void create(KubernetesClient by, String name) {
    var map = new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
    by.resource(map).inNamespace(namespace.name()).create();
  }

  private List<String> names() {
    return client.configMaps().inNamespace(namespace.name()).list().getItems().stream()
        .map(map -> map.getMetadata().getName())
        .filter(name -> !name.equals("kube-root-ca.crt"))
        .sorted()
        .toList();
  }

  /** A client without retries. */
  private KubernetesClient client() throws IOException {
    var kubeconfig = proxy.identity(namespace.identity()).kubeconfig();
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.fromKubeconfig(Files.readString(kubeconfig)))
                .withRequestTimeout(5_000)
                .withRequestRetryBackoffLimit(0)
                .build())
        .build();
  }
}
