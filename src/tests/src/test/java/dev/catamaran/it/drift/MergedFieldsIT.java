package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Live fields of another client conflict with fields of the manifest. A patch merges both. The API
 * server refuses the result: a Service with two ports of one name, or a volume with two sources.
 */
class MergedFieldsIT {
  private static final String BUDGET = "spec.minAvailable";
  private static final String BACKEND = "spec.defaultBackend.service.name";
  private static final String COLOR = "spec.template.spec.containers.0.env.0.value";
  private static final String PORT = "spec.ports.0.port";

  /** Helm changes the Service before the Deployment. */
  private static final Path PORTS =
      TestChart.named("ports")
          .values("{port: 1, broken: false}")
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
                replicas: 0
                selector: {matchLabels: {app: "{{ .Release.Name }}", broken: "{{ .Values.broken }}"}}
                template:
                  metadata: {labels: {app: "{{ .Release.Name }}", broken: "{{ .Values.broken }}"}}
                  spec: {containers: [{name: main, image: registry.example/app:1}]}
              """)
          .path();

  private static final Path UNIONS =
      TestChart.named("unions")
          .values("{color: none, budget: 1}")
          .template(
              "others.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-colors"}
              data: {color: "{{ .Values.color }}"}
              ---
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
                        resources: {limits: {memory: 200Mi}}
                        env:
                          - {name: COLOR, value: "{{ .Values.color }}"}
                          {{- range .Values.more }}
                          - {name: COLOR, value: "{{ . }}"}
                          {{- end }}
                        livenessProbe: {httpGet: {path: /alive, port: 80}}
              """)
          .path();

  private static final String UNIONS_KIND = "Gadget";

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", PORTS, "remediation: {retries: 0}")
              .and(UNIONS_KIND, UNIONS)
              .and("Gizmo", PORTS, "remediation: {upgrade: keep}")
              .and(
                  "Trinket",
                  TestChart.named("union")
                      .template(
                          "thing.yaml",
                          """
                          apiVersion: {{ .Values.group }}/v1
                          kind: Thing
                          metadata: {name: "{{ .Release.Name }}"}
                          spec: {size: {{ .Values.size }}}
                          """)
                      .path()));

  @Test
  void restoresThePortAfterAManualUpgrade(TestPrimary one) {
    one.deploy("{port: 1}");

    new Helm(PORTS)
        .upgrade()
        .withName(one.name())
        .withNamespace(one.namespace().name())
        .withKubeConfig(one.namespace().cluster().adminKubeconfig())
        .set("port", "2")
        .call();

    one.awaitValue(Service.class, "", PORT, "1");
    // The primary stays ready, because its generation does not change.
    eventually(() -> assertTrue(one.revisions().getLast().endsWith("deployed")));
  }

  /** The first one was refused after the port was changed, the second one before. */
  @ParameterizedTest
  @ValueSource(strings = {"{port: 2, broken: true}", "{broken: true}"})
  void rollsBackARefusedUpgradeByOneRevision(String spec, TestPrimary one) {
    one.deploy("{port: 1}");

    one.apply(spec);

    one.awaitReason("Deployed", "RollbackSuccessful");
    assertEquals("1", one.value(Service.class, "", PORT));
    assertEquals("[1 superseded, 2 failed, 3 deployed]", one.revisions().toString());
  }

  @Test
  void followsTheSpecAfterAPartialUpgrade(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{port: 1}");
    one.apply("{port: 2, broken: true}");
    one.awaitRevisions("1 deployed", "2 failed");
    assertEquals("2", one.value(Service.class, "", PORT));

    one.deploy("{port: 3}");
    assertEquals("3", one.value(Service.class, "", PORT));
  }

  @Test
  void followsTheSpecAfterAnEditDuringAPause(TestPrimary one) {
    one.deploy("{port: 1}");
    one.pause();
    one.patch(Service.class, "", "spec: {ports: [{name: main, port: 2}]}");
    one.apply("{port: 3}");

    one.resume();

    one.awaitValue(Service.class, "", PORT, "3");
    one.awaitReady();
  }

  @Test
  void repairsAnEditOfAPortWithANameOrWithout(TestPrimary one) {
    one.deploy("{port: 1}");

    one.patch(Service.class, "", "spec: {ports: [{name: main, port: 2}]}");
    one.patch(Service.class, "plain", "spec: {ports: [{port: 2}]}");

    one.awaitValue(Service.class, "", PORT, "1");
    one.awaitValue(Service.class, "plain", PORT, "1");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "limit below a request of others | {template: {spec: {containers: [{name: main, resources:"
            + " {limits: {memory: 1Gi}, requests: {memory: 500Mi}}}]}}}"
            + " | spec.template.spec.containers.0.resources.limits.memory | 200Mi",
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
        "profile of seccomp | {template: {spec: {securityContext: {seccompProfile: {type:"
            + " Localhost, localhostProfile: own}}}}} |"
            + " spec.template.spec.securityContext.seccompProfile.type | RuntimeDefault"
      })
  void repairsAConflictingEdit(
      String what,
      String edit,
      String path,
      String expected,
      @OfKind(UNIONS_KIND) TestPrimary one) {
    one.deploy("{color: green}");

    one.merge(Deployment.class, "", "spec: " + edit);

    eventually(() -> assertEquals(expected, one.value(Deployment.class, "", path), what));
  }

  @Test
  void repairsAndUpgradesConflictingEditsOfOtherKinds(@OfKind(UNIONS_KIND) TestPrimary one) {
    one.deploy("{color: green}");
    Runnable edits =
        () -> {
          one.merge(PodDisruptionBudget.class, "", "spec: {minAvailable: null, maxUnavailable: 1}");
          one.merge(
              Ingress.class,
              "",
              "spec: {defaultBackend: {service: null, resource: {kind: A, name: b}}}");
        };

    edits.run();
    one.awaitValue(PodDisruptionBudget.class, "", BUDGET, "1");
    one.awaitValue(Ingress.class, "", BACKEND, "green");

    one.pause();
    edits.run();
    one.apply("{color: red, budget: 2}");
    one.resume();
    one.awaitValue(PodDisruptionBudget.class, "", BUDGET, "2");
    one.awaitValue(Ingress.class, "", BACKEND, "red");
    one.awaitReady();
  }

  @Test
  void followsTheSpecAfterAConflictingEditDuringAPause(@OfKind(UNIONS_KIND) TestPrimary one) {
    one.deploy("{color: green}");
    one.pause();
    one.merge(
        Deployment.class,
        "",
        "spec: {template: {spec: {containers: [{name: main, env: [{name: COLOR, value: null,"
            + " valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}}}");
    one.apply("{color: red}");

    one.resume();

    one.awaitValue(Deployment.class, "", COLOR, "red");
    one.awaitReady();
  }

  /** What is immutable once stays so: only another object has other data. */
  @Test
  void repairsAndUpgradesWhatAPersonMadeImmutable(@OfKind(UNIONS_KIND) TestPrimary one) {
    one.deploy("{color: green}");

    one.patch(ConfigMap.class, "colors", "{immutable: true, data: {color: theirs, more: theirs}}");
    one.awaitData("colors", "color", "green", "more", "theirs");

    one.patch(ConfigMap.class, "colors", "{immutable: true}");
    one.deploy("{color: red}");
    one.awaitData("colors", "color", "red", "more", "theirs");
  }

  /** Custom kinds have unions, too. */
  @Test
  void repairsAndUpgradesAUnionOfACustomKind(@OfKind("Trinket") TestPrimary one) {
    var group = one.namespace().name() + ".example.com";
    one.load(THING.replace("GROUP", group));
    one.deploy("{group: %s, size: 1}".formatted(group));
    var thing = one.client().genericKubernetesResources(group + "/v1", "Thing");
    var live = thing.inNamespace(one.namespace().name()).withName(one.name());
    Runnable edit =
        () ->
            live.patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"spec\": {\"size\": null, \"auto\": true}}");

    edit.run();
    eventually(() -> assertEquals(Map.of("size", 1), live.require().get("spec")));

    one.pause();
    edit.run();
    one.apply("{group: %s, size: 2}".formatted(group));
    one.resume();
    eventually(() -> assertEquals(Map.of("size", 2), live.require().get("spec")));
    one.awaitReady();
  }

  private static final String THING =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: things.GROUP}
      spec:
        group: GROUP
        names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
        scope: Namespaced
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties: {size: {type: integer}, auto: {type: boolean}}
                  oneOf: [{required: [size]}, {required: [auto]}]
      """;

  /** The API server cannot apply Helm's patch: the name does not say which item is meant. */
  @Test
  void upgradesToAVariableThatIsThereTwice(@OfKind(UNIONS_KIND) TestPrimary one) {
    one.deploy("{color: green}");

    one.deploy("{color: green, more: [blue]}");

    assertEquals("green", one.value(Deployment.class, "", COLOR));
    assertEquals("blue", one.value(Deployment.class, "", COLOR.replace("env.0", "env.1")));
  }
}
