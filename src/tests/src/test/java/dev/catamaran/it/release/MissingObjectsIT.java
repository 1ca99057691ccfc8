package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A release with a missing object is not ready, if nobody makes the object again. */
class MissingObjectsIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  @SideBySide
  void areReportedInWarnMode(TestNamespace namespace) {
    areReported(namespace, "drift: warn");
  }

  @SideBySide
  void areReportedInIgnoreMode(TestNamespace namespace) {
    areReported(namespace, "drift: ignore");
  }

  @SideBySide
  void areReportedWithoutWatches(TestNamespace namespace) {
    areReported(namespace, "drift: warn", "watchDependentResources: false");
  }

  @SideBySide
  void areReportedWithoutWatchesInIgnoreMode(TestNamespace namespace) {
    areReported(namespace, "drift: ignore", "watchDependentResources: false");
  }

  private static void areReported(TestNamespace namespace, String... options) {
    namespace.operate(Watching.chart("Widget", chart(), options), PERIOD);
    for (var type : List.of(Deployment.class, ConfigMap.class, Service.class)) {
      var name = type.getSimpleName().toLowerCase(java.util.Locale.ROOT);
      namespace.deploy("Widget", name, "{}");
      HasMetadata object = namespace.existing(type, name);
      namespace.delete(type, name);

      var missing = type.getSimpleName() + "/" + name + ": it is missing";
      namespace.awaitReason("Widget", name, "Ready", "Progressing", missing);
      assertEquals("False", namespace.condition("Widget", name, "Ready").get("status"));

      object.getMetadata().setResourceVersion(null);
      object.getMetadata().setUid(null);
      namespace.client().resource(object).create();
      namespace.awaitReady("Widget", name);
    }
  }

  @SideBySide
  void areReportedWhileContested(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart()), Duration.ofHours(1));
    namespace.deploy("Widget", "one", "{}");
    var deployments = namespace.client().apps().deployments().inNamespace(namespace.name());

    try (var rival =
        deployments.inform(
            new ResourceEventHandler<Deployment>() {
              @Override
              public void onAdd(Deployment made) {
                deployments.resource(made).delete();
              }

              @Override
              public void onUpdate(Deployment before, Deployment now) {}

              @Override
              public void onDelete(Deployment last, boolean unknown) {}
            })) {
      namespace.awaitReason("Widget", "one", "Drifted", "Contested");
      eventually(
          () -> {
            var ready = namespace.condition("Widget", "one", "Ready");
            assertEquals("False", ready.get("status"));
            assertTrue(ready.getOrDefault("message", "").contains("Deployment/one: it is missing"));
          });
      assertTrue(rival.isWatching());
    }
    namespace.awaitReady("Widget", "one");
  }

  @SideBySide
  void mayBeMissingIfTheirDriftIsIgnored(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart(), "drift: {ignore: [{kind: ConfigMap}]}"), PERIOD);
    namespace.deploy("Widget", "one", "{}");

    namespace.delete(ConfigMap.class, "one");

    namespace.deploy("Widget", "one", "{color: red}");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted"));
  }

  private static java.nio.file.Path chart() {
    return TestChart.named("missing")
        .template(
            "all.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec: {containers: [{name: main, image: main}]}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{port: 80}]}
            """)
        .path();
  }
}
