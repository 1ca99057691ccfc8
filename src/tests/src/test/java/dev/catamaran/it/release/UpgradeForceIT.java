package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class UpgradeForceIT {

  @Test
  void reportsAnImmutableFieldAndRecreatesTheObjectWithForce(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", ImmutableFieldIT.database(), "remediation: {upgrade: keep}"));
    namespace.deploy("Widget", "one", "{policy: OrderedReady}");
    var pod = namespace.existing(Pod.class, "one-db-0").getMetadata().getUid();

    namespace.apply("Widget", "one", "{policy: Parallel}");

    eventually(
        () -> {
          var message = namespace.condition("Widget", "one", "ReleaseFailed").get("message");
          assertTrue(
              String.valueOf(message)
                  .startsWith("StatefulSet one-db has fields that cannot be changed"),
              message);
        });

    allowForce(namespace, "upgrade-force");

    eventually(() -> assertEquals("Parallel", policy(namespace)));
    namespace.awaitReady("Widget", "one");
    assertEquals(pod, namespace.existing(Pod.class, "one-db-0").getMetadata().getUid());
  }

  @Test
  void recreatesAnObjectDuringARollbackWithItsOwnForceOnly(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", ImmutableFieldIT.database(), "remediation: {upgrade: keep}"));
    namespace.apply("Widget", "one", "{policy: OrderedReady}");
    namespace.awaitReady("Widget", "one");
    allowForce(namespace, "upgrade-force");
    namespace.apply("Widget", "one", "{policy: Parallel}");
    eventually(() -> assertEquals("Parallel", policy(namespace)));
    namespace.awaitReady("Widget", "one");
    var set = namespace.existing(StatefulSet.class, "one-db").getMetadata().getUid();
    var pod = namespace.existing(Pod.class, "one-db-0").getMetadata().getUid();

    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");

    eventually(
        () ->
            assertEquals(
                "RollbackError",
                namespace.condition("Widget", "one", "ReleaseFailed").get("reason")));
    var message = namespace.condition("Widget", "one", "ReleaseFailed").get("message");
    assertTrue(
        String.valueOf(message).startsWith("StatefulSet one-db has fields that cannot be changed"),
        message);
    assertEquals(set, namespace.existing(StatefulSet.class, "one-db").getMetadata().getUid());

    allowForce(namespace, "rollback-force");

    eventually(() -> assertEquals("OrderedReady", policy(namespace)));
    namespace.awaitReady("Widget", "one");
    assertTrue(namespace.revisions("one").getLast().endsWith(" deployed"));
    assertEquals(pod, namespace.existing(Pod.class, "one-db-0").getMetadata().getUid());
  }

  /** With a definition go all custom resources of all namespaces. */
  @Test
  void makesNoDefinitionAgain(TestNamespace namespace) {
    try (var vaults = new Vaults(namespace)) {
      namespace.operate(
          Watching.chart("Widget", chart(Vaults.DEFINITION), "remediation: {retries: 1}"));
      namespace.deploy("Widget", "one", "{scope: Namespaced}");
      eventually(() -> vaults.create("first"));
      var before = vaults.uid("first");
      allowForce(namespace, "upgrade-force");

      namespace.apply("Widget", "one", "{scope: Cluster}");

      awaitRefusal(namespace, "CustomResourceDefinition/" + vaults.definition());
      assertEquals(before, vaults.uid("first"));
    }
  }

  /** A database operator would delete its volumes. */
  @Test
  void makesNoCustomResourceAgain(TestNamespace namespace) {
    try (var vaults = new Vaults(namespace)) {
      vaults.define();
      namespace.operate(Watching.chart("Widget", chart(Vaults.VAULT), "remediation: {retries: 1}"));
      namespace.deploy("Widget", "one", "{size: 1}");
      var before = vaults.uid("one");
      allowForce(namespace, "upgrade-force");

      namespace.apply("Widget", "one", "{size: 2}");

      awaitRefusal(namespace, "Vault/one");
      assertEquals(before, vaults.uid("one"));
    }
  }

  @Test
  void namesTheObjectThatItMakesAgain(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", ImmutableFieldIT.database(), "remediation: {upgrade: keep}"));
    namespace.deploy("Widget", "one", "{policy: OrderedReady}");
    allowForce(namespace, "upgrade-force");

    namespace.apply("Widget", "one", "{policy: Parallel}");

    eventually(
        () ->
            assertTrue(
                namespace.list(Event.class).stream()
                    .filter(event -> "ObjectsDeleted".equals(event.getReason()))
                    .anyMatch(event -> event.getMessage().startsWith("deleted StatefulSet/one-db")),
                "no Event"));
    eventually(() -> assertEquals("Parallel", policy(namespace)));
  }

  /** The rollback after the failure is the newest revision, and names no object. */
  @Test
  void triesAgainWithForceAfterItsRetriesWithout(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", fixed("a").path(), "remediation: {retries: 0}"));
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.apply("Widget", "one", "{color: green}");
    namespace.awaitReason(
        "Widget", "one", "Stalled", "RetriesExceeded", "ConfigMap one-a has fields that cannot");
    namespace.awaitRevisions("one", "1 superseded", "2 failed", "3 deployed");

    allowForce(namespace, "upgrade-force");

    namespace.awaitReady("Widget", "one");
    eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-a")));
    assertEquals(
        List.of("1 superseded", "2 failed", "3 superseded", "4 failed", "5 deployed"),
        namespace.revisions("one"));
  }

  /** Helm fails at the first of them, and there is one retry. */
  @Test
  void makesSeveralObjectsAgainInOneAttempt(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", fixed("a", "b", "c").path(), "remediation: {retries: 1}"));
    namespace.deploy("Widget", "one", "{color: red}");
    allowForce(namespace, "upgrade-force");

    namespace.deploy("Widget", "one", "{color: green}");

    for (var name : List.of("one-a", "one-b", "one-c")) {
      assertEquals(Map.of("color", "green"), namespace.data(name));
    }
  }

  private static TestChart fixed(String... maps) {
    var chart = TestChart.named("fixed").values("{color: red}");
    for (var map : maps) {
      chart.template(
          map + ".yaml",
          """
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: "{{ .Release.Name }}-%s"}
          immutable: true
          data: {color: "{{ .Values.color }}"}
          """
              .formatted(map));
    }
    return chart;
  }

  private static void awaitRefusal(TestNamespace namespace, String object) {
    namespace.awaitReason(
        "Widget", "one", "ReleaseFailed", "UpgradeError", object + " is never deleted");
  }

  private static Path chart(String template) {
    return TestChart.named("vaults").template("vault.yaml", template).path();
  }

  /** A kind of its own for a test, with an immutable field. */
  private record Vaults(TestNamespace namespace) implements AutoCloseable {
    static final String DEFINITION =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: "vaults.{{ .Release.Namespace }}.example.com"}
        spec:
          group: "{{ .Release.Namespace }}.example.com"
          names: {kind: Vault, listKind: VaultList, plural: vaults, singular: vault}
          scope: "{{ .Values.scope }}"
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
                      properties:
                        size:
                          type: integer
                          x-kubernetes-validations:
                            - {rule: self == oldSelf, message: size is immutable}
        """;

    static final String VAULT =
        """
        apiVersion: "{{ .Release.Namespace }}.example.com/v1"
        kind: Vault
        metadata: {name: "{{ .Release.Name }}"}
        spec: {size: {{ .Values.size }}}
        """;

    String group() {
      return namespace.name() + ".example.com";
    }

    String definition() {
      return "vaults." + group();
    }

    void define() {
      var text =
          DEFINITION
              .replace("{{ .Release.Namespace }}", namespace.name())
              .replace("{{ .Values.scope }}", "Namespaced");
      namespace
          .client()
          .resource(Serialization.unmarshal(text, CustomResourceDefinition.class))
          .create();
      eventually(() -> assertTrue(vaults().list().getItems().isEmpty()));
    }

    void create(String name) {
      var vault = new GenericKubernetesResource();
      vault.setApiVersion(group() + "/v1");
      vault.setKind("Vault");
      vault.setMetadata(new ObjectMetaBuilder().withName(name).build());
      vaults().resource(vault).create();
    }

    String uid(String name) {
      return vaults().withName(name).get().getMetadata().getUid();
    }

    private NonNamespaceOperation<
            GenericKubernetesResource,
            GenericKubernetesResourceList,
            Resource<GenericKubernetesResource>>
        vaults() {
      return namespace
          .client()
          .genericKubernetesResources(KindContexts.namespaced(group(), "v1", "Vault", "vaults"))
          .inNamespace(namespace.name());
    }

    @Override
    public void close() {
      namespace.client().resources(CustomResourceDefinition.class).withName(definition()).delete();
    }
  }

  private static String policy(TestNamespace namespace) {
    return namespace.existing(StatefulSet.class, "one-db").getSpec().getPodManagementPolicy();
  }

  private static void allowForce(TestNamespace namespace, String annotation) {
    namespace.annotate("Widget", "one", "helm.sdk.operatorframework.io/" + annotation, "true");
  }
}
