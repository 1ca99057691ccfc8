package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Gate;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks of a revision: {@code wait} and {@code test} of a watch. */
@RealNode
class TrialIT {

  @Test
  void rollsBackAfterTheReadinessTimeout(TestPrimary one) {
    var operator = one.namespace().operate(trying("2m"));
    one.deploy("{size: small}");
    operator.close();
    one.namespace().operate(trying("6s"));
    one.patch("{spec: {size: huge}}");

    awaitStalled(one);

    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), one.revisions());
    one.awaitMessage("ReleaseFailed", "not ready within 6 s: Deployment");
  }

  @Test
  void becomesReadyWithoutWatchesOfItsObjects(TestPrimary one) {
    one.namespace()
        .operate(
            Watching.chart("Widget", SCHEDULABLE, "wait: true", "watchDependentResources: false"),
            Duration.ofSeconds(1));
    one.deploy("{size: small}");
  }

  /** Only a request shows whether the exempt object exists, and no repair creates it. */
  @Test
  void endsTheTrialOfARevisionWithoutAnExemptObject(TestPrimary one) {
    one.namespace()
        .operate(
            Watching.chart(
                "Widget",
                SCHEDULABLE,
                "wait: true",
                "timeout: 6s",
                RETRIES,
                "drift: {ignore: [{kind: ConfigMap}]}"));
    one.apply("{size: huge}");
    eventually(() -> one.delete(ConfigMap.class, "cache"));

    awaitStalled(one);
  }

  @Test
  void reconcilesOtherPrimariesDuringTheWait(TestPrimary slow) {
    slow.namespace()
        .operate(
            Watching.chart(
                "Widget", SCHEDULABLE, "wait: true", "timeout: 10m", "maxConcurrentReconciles: 1"));
    slow.apply("{size: huge}");
    slow.awaitReason("Ready", "Progressing");

    slow.another().deploy("{size: small}");

    assertEquals(List.of("1 deployed"), slow.revisions());
  }

  @Test
  void becomesReadyAfterSuccessfulTests(TestPrimary one) {
    var gate = one.namespace().gate();
    one.namespace().operate(Watching.chart("Widget", tested(gate), "test: true"));
    one.apply("{}");
    one.awaitReason("Ready", "Progressing");

    gate.open();

    one.awaitReady();
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void removesAFirstRevisionAfterFailedTests(TestPrimary one) {
    var gate = one.namespace().gate();
    one.namespace()
        .operate(Watching.chart("Widget", tested(gate), "test: true", "timeout: 3s", RETRIES));
    one.apply("{}");

    awaitStalled(one);

    assertEquals(List.of(), one.revisions());
    one.awaitMessage("ReleaseFailed", "refused by its tests");
  }

  /** After the first installation, the cluster's answer to the chart's question differs. */
  @Test
  void rollsBackARevisionWithItsOwnDefinition(TestPrimary one) {
    var namespace = one.namespace();
    var group = namespace.name() + ".example.com";
    namespace.operate(
        Watching.chart("Widget", defining(group), "wait: true", "timeout: 6s", RETRIES));

    one.apply("{}");

    // A late answer to the chart's question is other input, which is tried too.
    eventually(
        () -> {
          assertStalled(one);
          assertEquals(List.of(), one.revisions());
          var failed = one.condition("ReleaseFailed").getOrDefault("message", "");
          assertTrue(failed.contains("not ready within 6 s: Deployment"), failed);
        });
    namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName(Definitions.name(group, "Crate"))
        .delete();
  }

  private static Watching trying(String timeout) {
    return Watching.chart("Widget", SCHEDULABLE, "wait: true", "timeout: " + timeout, RETRIES);
  }

  private static void awaitStalled(TestPrimary one) {
    eventually(() -> assertStalled(one));
  }

  private static void assertStalled(TestPrimary one) {
    assertEquals("RetriesExceeded", one.condition("Stalled").get("reason"));
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
