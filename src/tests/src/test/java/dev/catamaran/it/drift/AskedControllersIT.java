package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A chart asks controllers for what it does not decide, or leaves it open. Neither a repair nor an
 * upgrade takes back what they write.
 */
class AskedControllersIT {
  private static final String IMAGE = "spec.template.spec.containers.0.image";
  private static final String VARIABLE = "spec.template.spec.containers.0.env.0.name";
  private static final String RESTART = "spec.template.metadata.annotations.restarted";
  private static final String PASSWORD = "eyJhdXRocyI6eyJhIjp7fX19";

  private static final Path CHART =
      TestChart.named("asking")
          .values("{note: a, image: 'registry.example/app:1'}")
          .template(
              "deployments.yaml",
              """
              {{- range list "stream" "night" "open" }}
              ---
              apiVersion: apps/v1
              kind: Deployment
              metadata:
                name: "{{ $.Release.Name }}-{{ . }}"
                labels: {note: "{{ $.Values.note }}"}
                annotations: {{ get (dict "stream" "{image.openshift.io/triggers: '[]'}" "night" "{downscaler/uptime: always}" "open" "{}") . }}
              spec:
                replicas: 2
                selector: {matchLabels: {app: "{{ . }}"}}
                template:
                  metadata:
                    annotations:
                    labels: {app: "{{ . }}"}
                  spec:
                    nodeSelector:
                    containers: [{name: main, image: "{{ $.Values.image }}", env: }]
              {{- end }}
              """)
          .template(
              "data.yaml",
              """
              apiVersion: v1
              kind: Secret
              metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
              type: kubernetes.io/dockerconfigjson
              data: {.dockerconfigjson: e30K}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}", labels: {note: "{{ .Values.note }}"}}
              data:
              """)
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR = OneOperator.of(Watching.chart("Widget", CHART));

  @BeforeEach
  void deploy(TestPrimary one) {
    one.deploy("{}");
  }

  @Test
  void decideAnImageUntilTheChartChangesIt(TestPrimary one) {
    var image = "registry.example/app@sha256:" + "0".repeat(64);
    var edit = "{spec: {template: {spec: {containers: [{name: main, image: '%s'}]}}}}";
    Rest.after(
        OPERATOR.operator(),
        one,
        () -> {
          one.merge(Deployment.class, "stream", edit.formatted(image));
          one.merge(Deployment.class, "open", edit.formatted(image));
          // A busy operator may rest between the two.
          eventually(
              () ->
                  assertEquals(
                      "registry.example/app:1", one.value(Deployment.class, "open", IMAGE)));
        });
    assertEquals(List.of(image, "registry.example/app:1"), values(one, IMAGE));

    one.deploy("{note: b}");
    assertEquals(List.of(image, "registry.example/app:1"), values(one, IMAGE));
    one.deploy("{image: 'registry.example/app:2'}");
    assertEquals(List.of("registry.example/app:2", "registry.example/app:2"), values(one, IMAGE));
  }

  private static List<String> values(TestPrimary one, String path) {
    return Stream.of("stream", "open")
        .map(each -> one.value(Deployment.class, each, path))
        .toList();
  }

  @Test
  void decideTheReplicasAtNight(TestPrimary one) {
    assertStays(one, Deployment.class, "night", "{spec: {replicas: 0}}", "spec.replicas", "0");
  }

  @Test
  void fillInAPassword(TestPrimary one) {
    assertStays(
        one,
        Secret.class,
        "",
        "{data: {.dockerconfigjson: %s}}".formatted(PASSWORD),
        "data",
        "{\".dockerconfigjson\":\"%s\"}".formatted(PASSWORD));
  }

  @Test
  void addToWhatTheChartLeavesEmpty(TestPrimary one) {
    assertStays(one, ConfigMap.class, "", "{data: {added: a}}", "data.added", "a");
    one.merge(
        Deployment.class,
        "open",
        "{spec: {template: {spec: {containers: [{name: main, env: [{name: ADDED, value: a}]}]}}}}");
    assertStays(
        one,
        Deployment.class,
        "open",
        "{spec: {template: {metadata: {annotations: {restarted: now}}}}}",
        RESTART,
        "now");
    assertEquals("ADDED", one.value(Deployment.class, "open", VARIABLE));
  }

  private static void assertStays(
      TestPrimary one,
      Class<? extends HasMetadata> type,
      String suffix,
      String edit,
      String path,
      String expected) {
    Rest.after(OPERATOR.operator(), one, () -> one.merge(type, suffix, edit));
    assertEquals(expected, one.value(type, suffix, path));

    one.deploy("{note: b}");
    assertEquals("b", one.value(type, suffix, "metadata.labels.note"));
    assertEquals(expected, one.value(type, suffix, path));
    one.deploy("{note: a}");
  }
}
