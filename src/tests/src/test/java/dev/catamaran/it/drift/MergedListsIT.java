package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Other clients edit lists that the API server merges by a key which several items share, and lists
 * that it replaces.
 */
class MergedListsIT {
  private static final String HTTP3 = "http3 443/UDP to 8443";

  @Test
  void leavesAPortOverAnotherProtocolAndRepairsOtherObjects(TestNamespace namespace) {
    deploy(namespace);

    editPorts(namespace, port("http3", "UDP", 8443), port("https", "TCP", 8443));
    var edited = namespace.existing(Service.class, "one").getMetadata().getResourceVersion();
    editSlice(namespace);

    eventually(() -> assertEquals(Map.of("a", 1), slicePorts(namespace)));
    throughout(
        Duration.ofSeconds(1),
        () ->
            assertEquals(
                edited,
                namespace.existing(Service.class, "one").getMetadata().getResourceVersion()));
  }

  @Test
  void reportsNoDriftForAPortOverAnotherProtocol(TestNamespace namespace) {
    deploy(namespace, "drift: warn");

    editPorts(namespace, port("http3", "UDP", 8443), port("https", "TCP", 8443));
    editSlice(namespace);

    eventually(
        () -> {
          var drifted = namespace.condition("Widget", "one", "Drifted").get("message");
          assertNotNull(drifted);
          assertTrue(drifted.contains("EndpointSlice/one"), drifted);
          assertFalse(drifted.contains("Service/one"), drifted);
        });
  }

  @Test
  void repairsAPortBesideOneOverAnotherProtocol(TestNamespace namespace) {
    deploy(namespace);

    editPorts(namespace, port("http3", "UDP", 8443), port("https", "TCP", 9));

    eventually(
        () -> assertEquals(List.of(HTTP3, "https 443/TCP to 8443"), servicePorts(namespace)));
  }

  @Test
  void removesAPortOverAnotherProtocolWithTheNameOfTheChart(TestNamespace namespace) {
    deploy(namespace);

    editPorts(namespace, port("https", "UDP", 9), port("other", "TCP", 9));

    eventually(() -> assertEquals(List.of("https 443/TCP to 8443"), servicePorts(namespace)));
  }

  @Test
  void repairsTheListOfAnEndpointSlice(TestNamespace namespace) {
    deploy(namespace);

    editSlice(namespace);

    eventually(() -> assertEquals(Map.of("a", 1), slicePorts(namespace)));
  }

  @Test
  void restoresAPullSecretBesideThoseOfOtherClients(TestNamespace namespace) {
    deploy(namespace);

    namespace.edit(
        ServiceAccount.class,
        "one",
        found -> {
          found.setImagePullSecrets(
              List.of(new LocalObjectReference("second"), new LocalObjectReference("added")));
          return found;
        });

    eventually(
        () ->
            assertEquals(
                List.of("added", "first", "second"),
                namespace.existing(ServiceAccount.class, "one").getImagePullSecrets().stream()
                    .map(LocalObjectReference::getName)
                    .sorted()
                    .toList()));
  }

  @Test
  void restoresTheSelectorThatTheApiServerReplaces(TestNamespace namespace) {
    deploy(namespace);

    namespace.edit(
        PodDisruptionBudget.class,
        "one",
        found -> {
          found.getSpec().getSelector().getMatchLabels().put("tier", "edited");
          return found;
        });

    eventually(() -> assertEquals(Map.of("app", "one", "tier", "a"), selected(namespace)));
    throughout(
        Duration.ofSeconds(1),
        () -> assertEquals(Map.of("app", "one", "tier", "a"), selected(namespace)));
  }

  private static Map<String, String> selected(TestNamespace namespace) {
    return namespace
        .existing(PodDisruptionBudget.class, "one")
        .getSpec()
        .getSelector()
        .getMatchLabels();
  }

  private static void editPorts(TestNamespace namespace, ServicePort... ports) {
    namespace.edit(
        Service.class,
        "one",
        found -> {
          found.getSpec().setPorts(List.of(ports));
          return found;
        });
  }

  private static ServicePort port(String name, String protocol, int target) {
    return new ServicePortBuilder()
        .withName(name)
        .withPort(443)
        .withProtocol(protocol)
        .withNewTargetPort(target)
        .build();
  }

  private static List<String> servicePorts(TestNamespace namespace) {
    return namespace.existing(Service.class, "one").getSpec().getPorts().stream()
        .map(
            port ->
                "%s %d/%s to %d"
                    .formatted(
                        port.getName(),
                        port.getPort(),
                        port.getProtocol(),
                        port.getTargetPort().getIntVal()))
        .toList();
  }

  private static void editSlice(TestNamespace namespace) {
    namespace.edit(
        EndpointSlice.class,
        "one",
        found -> {
          found.getPorts().getFirst().setPort(2);
          return found;
        });
  }

  private static Map<String, Integer> slicePorts(TestNamespace namespace) {
    return namespace.existing(EndpointSlice.class, "one").getPorts().stream()
        .collect(Collectors.toMap(EndpointPort::getName, EndpointPort::getPort));
  }

  private static void deploy(TestNamespace namespace, String... options) {
    namespace.operate(Watching.chart("Widget", chart(), options));
    namespace.deploy("Widget", "one", "{}");
  }

  /** Helm creates the EndpointSlice last, since it does not know the kind. */
  private static Path chart() {
    return TestChart.named("lists")
        .template(
            "all.yaml",
            """
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: "{{ .Release.Name }}"}
            imagePullSecrets: [{name: first}, {name: second}]
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{name: https, port: 443, targetPort: 8443}]}
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: "{{ .Release.Name }}"}
            spec: {maxUnavailable: 1, selector: {matchLabels: {app: one, tier: a}}}
            ---
            apiVersion: discovery.k8s.io/v1
            kind: EndpointSlice
            metadata: {name: "{{ .Release.Name }}"}
            addressType: IPv4
            endpoints: [{addresses: [10.1.2.3]}]
            ports: [{name: a, port: 1}]
            """)
        .path();
  }
}
