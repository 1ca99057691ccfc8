package dev.catamaran.it;

import static dev.catamaran.testcluster.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A port of a Service that differs from the revision from which Helm upgrades. Helm's patch merges
 * ports by number, so it adds the port of the chart, and leaves the other one under the same name:
 * the API server refuses that.
 */
@ExtendWith(InNamespace.class)
class NamedPortIT {

  @Test
  void goesBackToTheSpecAfterAnUpgradeByHand(TestNamespace namespace) {
    var chart = ports();
    deploy(namespace, chart);

    new Helm(chart)
        .upgrade()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("port", "2")
        .call();

    eventually(() -> assertEquals(List.of(1), livePorts(namespace)));
    namespace.awaitReady("Widget", "one");
    assertTrue(namespace.revisions("one").getLast().endsWith("deployed"));
  }

  @Test
  void goesBackAfterAnUpgradeFailedHalfWay(TestNamespace namespace) {
    deploy(namespace, ports());

    namespace.apply("Widget", "one", "{port: 2, replicas: -1}");

    eventually(
        () ->
            assertEquals(
                "RollbackSuccessful",
                namespace.condition("Widget", "one", "Deployed").get("reason")));
    assertEquals(List.of(1), livePorts(namespace));
    assertEquals(
        List.of("1 superseded", "2 failed", "3 failed", "4 deployed"), namespace.revisions("one"));
  }

  /** Not each refusal comes from other ports. */
  @Test
  void refusesAPortThatNoServiceCanHave(TestNamespace namespace) {
    deploy(namespace, ports(), "remediation: {retries: 0}");

    namespace.apply("Widget", "one", "{port: 99999}");

    eventually(
        () ->
            assertEquals(
                "RollbackSuccessful",
                namespace.condition("Widget", "one", "Deployed").get("reason")));
    assertEquals(List.of(1), livePorts(namespace));
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), namespace.revisions("one"));
  }

  @Test
  void followsTheSpecAfterAnUpgradeFailedHalfWay(TestNamespace namespace) {
    deploy(namespace, ports(), "remediation: {upgrade: keep}");
    namespace.apply("Widget", "one", "{port: 2, replicas: -1}");
    eventually(() -> assertEquals(List.of("1 deployed", "2 failed"), namespace.revisions("one")));
    assertEquals(List.of(2), livePorts(namespace));

    namespace.apply("Widget", "one", "{port: 3}");

    namespace.awaitReady("Widget", "one");
    assertEquals(List.of(3), livePorts(namespace));
  }

  @Test
  void followsTheSpecAfterAnEditDuringAPause(TestNamespace namespace) {
    deploy(namespace, ports());
    namespace.annotate("Widget", "one", "catamaran.dev/pause", "true");
    eventually(
        () -> assertEquals("True", namespace.condition("Widget", "one", "Paused").get("status")));
    namespace
        .client()
        .services()
        .inNamespace(namespace.name())
        .withName("one")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\": {\"ports\": [{\"name\": \"main\", \"port\": 2}]}}");
    namespace.apply("Widget", "one", "{port: 3}");

    namespace.annotate("Widget", "one", "catamaran.dev/pause", null);

    eventually(() -> assertEquals(List.of(3), livePorts(namespace)));
    namespace.awaitReady("Widget", "one");
  }

  @Test
  void repairsAnEdit(TestNamespace namespace) {
    deploy(namespace, ports());

    namespace
        .client()
        .services()
        .inNamespace(namespace.name())
        .withName("one")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\": {\"ports\": [{\"name\": \"main\", \"port\": 2}]}}");

    eventually(() -> assertEquals(List.of(1), livePorts(namespace)));
  }

  @Test
  void repairsAnEditOfAPortWithoutAName(TestNamespace namespace) {
    deploy(namespace, ports());

    namespace
        .client()
        .services()
        .inNamespace(namespace.name())
        .withName("one-plain")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"ports\": [{\"port\": 2}]}}");

    eventually(() -> assertEquals(List.of(1), livePorts(namespace, "one-plain")));
  }

  private static List<Integer> livePorts(TestNamespace namespace, String name) {
    return namespace.existing(Service.class, name).getSpec().getPorts().stream()
        .map(port -> port.getPort())
        .toList();
  }

  private static List<Integer> livePorts(TestNamespace namespace) {
    return namespace.existing(Service.class, "one").getSpec().getPorts().stream()
        .map(port -> port.getPort())
        .toList();
  }

  private static void deploy(TestNamespace namespace, Path chart, String... options) {
    namespace.operate(Watching.chart("Widget", chart, options));
    namespace.apply("Widget", "one", "{port: 1}");
    namespace.awaitReady("Widget", "one");
  }

  /** Helm changes the Service before the Deployment. */
  private static Path ports() {
    return TestChart.named("ports")
        .values("{port: 1, replicas: 0}")
        .template(
            "service.yaml",
            """
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{name: main, port: {{ .Values.port }}}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}-plain"}
            spec: {ports: [{port: {{ .Values.port }}}]}
            """)
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: {{ .Values.replicas }}
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec: {containers: [{name: main, image: registry.example/app:1}]}
            """)
        .path();
  }
}
