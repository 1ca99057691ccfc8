package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release with a missing object is not ready, if nobody makes the object again. */
class MissingObjectsIT {
  private static final Path CHART =
      TestChart.named("missing")
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

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", CHART, "drift: warn")
              .and("Gadget", CHART, "drift: ignore")
              .and("Gizmo", CHART, "drift: warn", "watchDependentResources: false")
              .and("Trinket", CHART, "drift: ignore", "watchDependentResources: false"),
          Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(strings = {"Widget", "Gadget", "Gizmo", "Trinket"})
  void areReported(String kind) {
    for (var type : List.of(Deployment.class, ConfigMap.class, Service.class)) {
      var name = (kind + "-" + type.getSimpleName()).toLowerCase(java.util.Locale.ROOT);
      var one = OPERATOR.namespace().one(kind, name).deploy("{}");
      HasMetadata object = one.existing(type, "");
      one.delete(type, "");

      var missing = type.getSimpleName() + "/" + name + ": it is missing";
      one.awaitReason("Ready", "Progressing", missing);
      assertEquals("False", one.condition("Ready").get("status"));

      object.getMetadata().setResourceVersion(null);
      object.getMetadata().setUid(null);
      one.client().resource(object).create();
      one.awaitReady();
      one.delete();
    }
  }

  @Test
  void areReportedWhileContested(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", CHART));
    var one = namespace.widget("one").deploy("{}");
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
      one.awaitReason("Drifted", "Contested");
      one.awaitMessage("Ready", "Deployment/one: it is missing");
      assertEquals("False", one.condition("Ready").get("status"));
      assertTrue(rival.isWatching());
    }
    one.awaitReady();
  }

  @Test
  void mayBeMissingIfTheirDriftIsIgnored(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", CHART, "drift: {ignore: [{kind: ConfigMap}]}"),
        Duration.ofSeconds(1));
    var one = namespace.widget("one").deploy("{}");

    one.delete(ConfigMap.class, "");

    one.deploy("{color: red}");
    assertEquals(Map.of(), one.condition("Drifted"));
  }
}
