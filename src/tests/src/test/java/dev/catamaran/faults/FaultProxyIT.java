package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    var kubeconfig = proxy.identity(namespace.identity()).kubeconfig();
    // The first request also pays for the certificates and the classes, which takes seconds on a
    // machine with other tests. A client sends requests again on a connection that was open before.
    try (var first = client(kubeconfig)) {
      eventually(() -> names(first));
    }
    client = client(kubeconfig);
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

    assertThrows(KubernetesClientException.class, () -> create("one"));
    create("two");

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
        Arguments.of("black hole", false),
        Arguments.of("no answers", true),
        Arguments.of("down", false));
  }

  @ParameterizedTest
  @MethodSource("faultsOfAllRequests")
  void breaksAllRequestsUntilHealed(String fault, boolean isExecuted) {
    eventually(this::names);
    switch (fault) {
      case "black hole" -> proxy.blackHole();
      case "no answers" -> proxy.blackHole(Direction.TO_OPERATOR);
      default -> proxy.goDown();
    }

    assertThrows(KubernetesClientException.class, () -> create("made"));

    if (isExecuted) {
      eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "made")));
    } else {
      assertEquals(null, namespace.get(ConfigMap.class, "made"));
    }
    proxy.heal();
    eventually(this::names);
  }

  private void create(String name) {
    var map = new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
    client.resource(map).inNamespace(namespace.name()).create();
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
  private static KubernetesClient client(Path kubeconfig) throws IOException {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.fromKubeconfig(Files.readString(kubeconfig)))
                .withRequestTimeout(5_000)
                .withRequestRetryBackoffLimit(0)
                .build())
        .build();
  }
}
