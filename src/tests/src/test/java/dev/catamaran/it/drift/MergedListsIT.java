package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Other clients edit lists that the API server merges by a key which several items share, and lists
 * that it replaces.
 */
class MergedListsIT {
  private static final String HTTPS = "https 443/TCP to 8443";
  private static final String HTTP3 = "http3 443/UDP to 8443";

  /** Helm creates the EndpointSlice last, since it does not know the kind. */
  private static final Path CHART =
      TestChart.named("lists")
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

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(Watching.chart("Widget", CHART).and("Gadget", CHART, "drift: warn"));

  @BeforeEach
  void deploy(TestPrimary one) {
    one.deploy("{}");
  }

  @Test
  void leavesAPortOverAnotherProtocolAndRepairsOtherObjects(TestPrimary one) {
    editPorts(one, HTTP3, HTTPS);
    editSlice(one);

    eventually(() -> assertEquals("1", one.value(EndpointSlice.class, "", "ports.0.port")));
    assertEquals(List.of(HTTP3, HTTPS), ports(one));
  }

  @Test
  void reportsNoDriftForAPortOverAnotherProtocol(@OfKind("Gadget") TestPrimary one) {
    one.deploy("{}");

    editPorts(one, HTTP3, HTTPS);
    editSlice(one);

    one.awaitMessage("Drifted", "EndpointSlice/" + one.name());
    assertFalse(one.condition("Drifted").toString().contains("Service/"));
  }

  @Test
  void repairsAPortBesideOneOverAnotherProtocol(TestPrimary one) {
    editPorts(one, HTTP3, "https 443/TCP to 9");

    eventually(() -> assertEquals(List.of(HTTP3, HTTPS), ports(one)));
  }

  @Test
  void removesAPortOverAnotherProtocolWithTheNameOfTheChart(TestPrimary one) {
    editPorts(one, "https 443/UDP to 9", "other 443/TCP to 9");

    eventually(() -> assertEquals(List.of(HTTPS), ports(one)));
  }

  @Test
  void restoresAPullSecretBesideThoseOfOtherClients(TestPrimary one) {
    one.patch(ServiceAccount.class, "", "imagePullSecrets: [{name: second}, {name: added}]");

    eventually(
        () ->
            assertEquals(
                List.of("added", "first", "second"),
                one.existing(ServiceAccount.class, "").getImagePullSecrets().stream()
                    .map(LocalObjectReference::getName)
                    .sorted()
                    .toList()));
  }

  @Test
  void restoresTheSelectorThatTheApiServerReplaces(TestPrimary one) {
    one.patch(PodDisruptionBudget.class, "", "spec: {selector: {matchLabels: {tier: edited}}}");

    eventually(
        () ->
            assertEquals(
                Map.of("app", "one", "tier", "a"),
                one.existing(PodDisruptionBudget.class, "")
                    .getSpec()
                    .getSelector()
                    .getMatchLabels()));
  }

  /** Gives the Service ports such as {@code https 443/TCP to 8443}. */
  private static void editPorts(TestPrimary one, String... ports) {
    var list =
        List.of(ports).stream()
            .map(port -> port.split("[ /]", -1))
            .map(
                words ->
                    "{name: %1$s, port: %2$s, protocol: %3$s, targetPort: %5$s}"
                        .formatted((Object[]) words))
            .toList();
    one.patch(Service.class, "", "spec: {ports: %s}".formatted(list));
  }

  private static List<String> ports(TestPrimary one) {
    return one.existing(Service.class, "").getSpec().getPorts().stream()
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

  private static void editSlice(TestPrimary one) {
    one.patch(EndpointSlice.class, "", "ports: [{name: a, port: 2}]");
  }
}
