package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Live fields of another client conflict with fields of the manifest. A patch merges both. The API
 * server refuses the result: a Service with two ports of one name, or a volume with two sources.
 */
class MergedFieldsIT {
  private static final String BUDGET = "spec.minAvailable";
  private static final String BACKEND = "spec.defaultBackend.service.name";

  @Test
  void restoresThePortAfterAManualUpgrade(TestNamespace namespace) {
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
    // The primary stays ready, because its generation does not change.
    eventually(
        () -> {
          var revisions = namespace.revisions("one");
          assertTrue(revisions.getLast().endsWith("deployed"), revisions::toString);
        });
  }

  @Test
  void rollsBackAPartialUpgrade(TestNamespace namespace) {
    deploy(namespace, ports(), "remediation: {retries: 0}");

    namespace.apply("Widget", "one", "{port: 2, replicas: -1}");

    awaitRollback(namespace);
    assertEquals(List.of(1), livePorts(namespace));
    assertEquals(
        List.of("1 superseded", "2 failed", "3 failed", "4 deployed"), namespace.revisions("one"));
  }

  /** The cause of this refusal is not a conflict with other ports. */
  @Test
  void refusesAnInvalidPort(TestNamespace namespace) {
    deploy(namespace, ports(), "remediation: {retries: 0}");

    namespace.apply("Widget", "one", "{port: 99999}");

    awaitRollback(namespace);
    assertEquals(List.of(1), livePorts(namespace));
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), namespace.revisions("one"));
  }

  @Test
  void followsTheSpecAfterAPartialUpgrade(TestNamespace namespace) {
    deploy(namespace, ports(), "remediation: {upgrade: keep}");
    namespace.apply("Widget", "one", "{port: 2, replicas: -1}");
    eventually(() -> assertEquals(List.of("1 deployed", "2 failed"), namespace.revisions("one")));
    assertEquals(List.of(2), livePorts(namespace));

    namespace.deploy("Widget", "one", "{port: 3}");
    assertEquals(List.of(3), livePorts(namespace));
  }

  @Test
  void followsTheSpecAfterAnEditDuringAPause(TestNamespace namespace) {
    deploy(namespace, ports());
    namespace.pause("Widget", "one");
    editPorts(namespace, "one", "{name: main, port: 2}");
    namespace.apply("Widget", "one", "{port: 3}");

    namespace.resume("Widget", "one");

    eventually(() -> assertEquals(List.of(3), livePorts(namespace)));
    namespace.awaitReady("Widget", "one");
  }

  @Test
  void repairsAnEdit(TestNamespace namespace) {
    deploy(namespace, ports());

    editPorts(namespace, "one", "{name: main, port: 2}");

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

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "strategy | {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 3}}}"
            + " | spec.strategy.type | Recreate",
        "source of a volume | {template: {spec: {volumes: [{name: data, configMap: null,"
            + " emptyDir: {}}]}}} | spec.template.spec.volumes.0.configMap.name | settings",
        "source of a variable | {template: {spec: {containers: [{name: main, env: [{name: COLOR,"
            + " value: null, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}}}"
            + " | spec.template.spec.containers.0.env.0.value | green",
        "action of a probe | {template: {spec: {containers: [{name: main, livenessProbe: {httpGet:"
            + " null, tcpSocket: {port: 80}}}]}}}"
            + " | spec.template.spec.containers.0.livenessProbe.httpGet.path | /alive",
        "profile of seccomp | {template: {spec: {securityContext: {seccompProfile: {type: Localhost,"
            + " localhostProfile: own}}}}}"
            + " | spec.template.spec.securityContext.seccompProfile.type | RuntimeDefault"
      })
  void repairsAConflictingEdit(
      String what, String edit, String path, String expected, TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", unions()));
    namespace.deploy("Widget", "one", "{color: green}");

    edit(namespace, edit);

    eventually(() -> assertEquals(expected, live(namespace, path), what));
  }

  @Test
  void repairsAndUpgradesConflictingEditsOfOtherKinds(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", unions()));
    namespace.deploy("Widget", "one", "{color: green}");
    var edits =
        Map.of(
            PodDisruptionBudget.class,
            "{minAvailable: null, maxUnavailable: 1}",
            Ingress.class,
            "{defaultBackend: {service: null, resource: {kind: A, name: b}}}");

    edits.forEach((type, edit) -> edit(namespace, type, edit));
    eventually(() -> assertEquals("1", live(namespace, PodDisruptionBudget.class, BUDGET)));
    eventually(() -> assertEquals("green", live(namespace, Ingress.class, BACKEND)));

    namespace.pause("Widget", "one");
    edits.forEach((type, edit) -> edit(namespace, type, edit));
    namespace.apply("Widget", "one", "{color: red, budget: 2}");
    namespace.resume("Widget", "one");
    eventually(() -> assertEquals("2", live(namespace, PodDisruptionBudget.class, BUDGET)));
    eventually(() -> assertEquals("red", live(namespace, Ingress.class, BACKEND)));
    namespace.awaitReady("Widget", "one");
  }

  @Test
  void followsTheSpecAfterAConflictingEditDuringAPause(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", unions()));
    namespace.deploy("Widget", "one", "{color: green}");
    namespace.pause("Widget", "one");
    edit(
        namespace,
        "{template: {spec: {containers: [{name: main, env: [{name: COLOR, value: null,"
            + " valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}}}");
    namespace.apply("Widget", "one", "{color: red}");

    namespace.resume("Widget", "one");

    eventually(
        () -> assertEquals("red", live(namespace, "spec.template.spec.containers.0.env.0.value")));
    namespace.awaitReady("Widget", "one");
  }

  /** The API server cannot apply Helm's patch: the name does not say which item is meant. */
  @Test
  void upgradesToAVariableThatIsThereTwice(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", unions()));
    namespace.deploy("Widget", "one", "{color: green}");

    namespace.deploy("Widget", "one", "{color: green, more: [blue]}");

    assertEquals("green", live(namespace, "spec.template.spec.containers.0.env.0.value"));
    assertEquals("blue", live(namespace, "spec.template.spec.containers.0.env.1.value"));
  }

  private static void awaitRollback(TestNamespace namespace) {
    namespace.awaitReason("Widget", "one", "Deployed", "RollbackSuccessful");
  }

  private static void editPorts(TestNamespace namespace, String service, String port) {
    namespace
        .client()
        .services()
        .inNamespace(namespace.name())
        .withName(service)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE), json("{spec: {ports: [%s]}}".formatted(port)));
  }

  private static void edit(TestNamespace namespace, String spec) {
    edit(namespace, Deployment.class, spec);
  }

  private static void edit(
      TestNamespace namespace, Class<? extends HasMetadata> type, String spec) {
    namespace
        .client()
        .resources(type)
        .inNamespace(namespace.name())
        .withName("one")
        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), json("{spec: %s}".formatted(spec)));
  }

  private static String json(String yaml) {
    try {
      return new YAMLMapper().readTree(yaml).toString();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String live(TestNamespace namespace, String path) {
    return live(namespace, Deployment.class, path);
  }

  private static String live(
      TestNamespace namespace, Class<? extends HasMetadata> type, String path) {
    var object = new JsonMapper().<JsonNode>valueToTree(namespace.existing(type, "one"));
    return object.at("/" + path.replace('.', '/')).asText();
  }

  private static Path unions() {
    return TestChart.named("unions")
        .values("{color: none, budget: 1}")
        .template(
            "others.yaml",
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: "{{ .Release.Name }}"}
            spec: {minAvailable: {{ .Values.budget }}, selector: {matchLabels: {app: none}}}
            ---
            apiVersion: networking.k8s.io/v1
            kind: Ingress
            metadata: {name: "{{ .Release.Name }}"}
            spec: {defaultBackend: {service: {name: "{{ .Values.color }}", port: {number: 80}}}}
            """)
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: 0
              strategy: {type: Recreate}
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  securityContext: {seccompProfile: {type: RuntimeDefault}}
                  volumes: [{name: data, configMap: {name: settings}}]
                  containers:
                    - name: main
                      image: registry.example/app:1
                      env:
                        - {name: COLOR, value: "{{ .Values.color }}"}
                        {{- range .Values.more }}
                        - {name: COLOR, value: "{{ . }}"}
                        {{- end }}
                      livenessProbe: {httpGet: {path: /alive, port: 80}}
            """)
        .path();
  }

  private static List<Integer> livePorts(TestNamespace namespace, String name) {
    return namespace.existing(Service.class, name).getSpec().getPorts().stream()
        .map(port -> port.getPort())
        .toList();
  }

  private static List<Integer> livePorts(TestNamespace namespace) {
    return livePorts(namespace, "one");
  }

  private static void deploy(TestNamespace namespace, Path chart, String... options) {
    namespace.operate(Watching.chart("Widget", chart, options));
    namespace.deploy("Widget", "one", "{port: 1}");
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
