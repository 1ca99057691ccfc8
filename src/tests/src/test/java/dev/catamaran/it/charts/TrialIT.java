package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Gate;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks of a revision: {@code wait} and {@code test} of a watch. */
@RealNode
class TrialIT {

  @Test
  void rollsBackAfterTheReadinessTimeout(TestNamespace namespace) {
    var operator = namespace.operate(trying("2m"));
    namespace.deploy("Widget", "one", "{size: small}");
    operator.close();

    namespace.operate(trying("20s"));
    namespace.patch("Widget", "one", "{spec: {size: huge}}");

    awaitStalled(namespace);
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), namespace.revisions("one"));
    var failed = namespace.condition("Widget", "one", "ReleaseFailed").getOrDefault("message", "");
    assertTrue(failed.contains("not ready within 20 s: Deployment"), failed);
  }

  @Test
  void becomesReadyWithoutWatchesOfItsObjects(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", schedulable(), "wait: true", "watchDependentResources: false"),
        Duration.ofSeconds(1));

    namespace.deploy("Widget", "one", "{size: small}");
  }

  /** Only a request shows whether the exempt object exists, and no repair creates it. */
  @Test
  void endsTheTrialOfARevisionWithoutAnExemptObject(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            schedulable(),
            "wait: true",
            "timeout: 10s",
            RETRIES,
            "drift: {ignore: [{kind: ConfigMap}]}"));
    namespace.apply("Widget", "one", "{size: huge}");
    eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "one-cache")));

    namespace.delete(ConfigMap.class, "one-cache");

    awaitStalled(namespace);
  }

  @Test
  void reconcilesOtherPrimariesDuringTheWait(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget", schedulable(), "wait: true", "timeout: 2m", "maxConcurrentReconciles: 1"));
    namespace.apply("Widget", "slow", "{size: huge}");
    namespace.awaitReason("Widget", "slow", "Ready", "Progressing");

    namespace.deploy("Widget", "quick", "{size: small}");
    assertEquals(List.of("1 deployed"), namespace.revisions("slow"));
  }

  @Test
  void becomesReadyAfterSuccessfulTests(TestNamespace namespace) {
    var gate = namespace.gate();
    namespace.operate(Watching.chart("Widget", tested(gate), "test: true"));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReason("Widget", "one", "Ready", "Progressing");

    gate.open();

    namespace.awaitReady("Widget", "one");
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void removesAFirstRevisionAfterFailedTests(TestNamespace namespace) {
    var gate = namespace.gate();
    namespace.operate(Watching.chart("Widget", tested(gate), "test: true", "timeout: 3s", RETRIES));
    namespace.apply("Widget", "one", "{}");

    awaitStalled(namespace);
    assertEquals(List.of(), namespace.revisions("one"));
    var failed = namespace.condition("Widget", "one", "ReleaseFailed").getOrDefault("message", "");
    assertTrue(failed.contains("refused by its tests"), failed);
  }

  /** After the first installation, the cluster's answer to the chart's question differs. */
  @Test
  void rollsBackARevisionWithItsOwnDefinition(TestNamespace namespace) {
    var group = namespace.name() + ".example.com";
    namespace.operate(
        Watching.chart("Widget", defining(group), "wait: true", "timeout: 8s", RETRIES));
    namespace.apply("Widget", "one", "{}");

    // A late answer to the chart's question is other input, which is tried too.
    eventually(
        () -> {
          assertStalled(namespace);
          assertEquals(List.of(), namespace.revisions("one"));
          var failed =
              namespace.condition("Widget", "one", "ReleaseFailed").getOrDefault("message", "");
          assertTrue(failed.contains("not ready within 8 s: Deployment"), failed);
        });
    namespace
        .client()
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(Definitions.name(group, "Crate"))
        .delete();
  }

  private static Watching trying(String timeout) {
    return Watching.chart("Widget", SCHEDULABLE, "wait: true", "timeout: " + timeout, RETRIES);
  }

  private static void awaitStalled(TestNamespace namespace) {
    eventually(() -> assertStalled(namespace));
  }

  private static void assertStalled(TestNamespace namespace) {
    assertEquals("RetriesExceeded", namespace.condition("Widget", "one", "Stalled").get("reason"));
  }

  private static final String RETRIES = "remediation: {retries: 0}";
  private static final Path SCHEDULABLE = schedulable();

  /** No node matches the Deployment with size huge. */
  private static Path schedulable() {
    return TestChart.named("schedulable")
        .configMap("cache", "size", "{{ .Values.size }}")
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  {{- if eq .Values.size "huge" }}
                  nodeSelector: {size: huge}
                  {{- end }}
                  containers:
                  - {name: main, image: "memcached:1.6-alpine"}
            """)
        .path();
  }

  /** Its Deployment waits for a node that does not exist. */
  private static Path defining(String group) {
    return TestChart.named("defining")
        .file("crds/crates.yaml", Definitions.yaml(group, "Crate"))
        .template(
            "all.yaml",
            """
            {{- if .Capabilities.APIVersions.Has "%s/v1" }}
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-crates"}
            {{- end }}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  nodeSelector: {size: huge}
                  containers:
                  - {name: main, image: "memcached:1.6-alpine"}
            """
                .formatted(group))
        .path();
  }

  private static Path tested(Gate gate) {
    return TestChart.named("tested")
        .configMap("colors", "color", "blue")
        .template("test.yaml", gate.job("test"))
        .path();
  }
}
