package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A deletion completes or reports the blocking object. The Ready condition is correct. */
@RealNode
class DeletionIT {
  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
      rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
      """;

  @Test
  void completesWhenAKindIsNoLongerServed(TestPrimary one) {
    var passing = new PassingKind(one.namespace());
    passing.define();
    var chart =
        TestChart.named("gone")
            .configMap("made", "by", "it")
            .template("role.yaml", ROLE)
            .template(
                "passing.yaml",
                "apiVersion: %s\nkind: Passing\nmetadata: {name: \"{{ .Release.Name }}\"}\n"
                    .formatted(passing.apiVersion()));
    one.operate(Watching.chart("Widget", chart.path()), Duration.ofSeconds(5));
    one.deploy("{}");

    passing.undefine();

    one.awaitMessage("Ready", "is not served");
    assertEquals("False", one.condition("Ready").get("status"));
    one.awaitMessage("Drifted", "Passing/one");
    one.delete();
    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "made"));
    assertNull(role(one));
  }

  @Test
  void findsClusterScopedObjectsWithoutHistoryAndStatus(TestPrimary one) {
    var other = one.another();
    var operator =
        one.operate(
            Watching.chart("Widget", TestChart.named("far").template("r.yaml", ROLE).path()));
    one.deploy("{}");
    other.deploy("{}");
    operator.stop();
    one.loseHistory();
    one.mergeStatus("{\"status\":null}");
    one.delete();

    operator.start();

    one.awaitGone();
    assertNull(role(one));
    assertNotNull(role(other));
  }

  /** The API server rejects new objects in this namespace, so hooks of Helm cannot run. */
  @Test
  void completesInATerminatingNamespace(TestPrimary one) {
    var gate = one.namespace().gate();
    gate.open();
    var chart = TestChart.named("hooked").template("role.yaml", ROLE);
    one.operate(
        Watching.chart("Widget", chart.template("gate.yaml", gate.job("pre-delete")).path()));
    one.deploy("{}");
    var namespace = one.client().namespaces().withName(one.namespace().name());

    namespace.delete();

    eventually(() -> assertNull(one.primary()));
    assertNull(role(one));
    eventually(() -> assertNull(namespace.get()));
  }

  @Test
  void reportsTheFinalizerOfABlockingObject(TestPrimary one) {
    one.operate(
        Watching.chart("Widget", TestChart.named("held").configMap("made", "by", "it").path()));
    one.apply("{}");
    one.annotate("helm.sdk.operatorframework.io/uninstall-wait", "true");
    one.awaitReady();
    one.patch(ConfigMap.class, "made", "metadata: {finalizers: [example.com/mine]}");

    one.delete();

    one.awaitReason(
        "Deployed", "Uninstalling", "ConfigMap/one-made (held by finalizer example.com/mine)");
    one.patch(ConfigMap.class, "made", "metadata: {finalizers: null}");
    one.awaitGone();
  }

  /** Whoever may write a ConfigMap can give it the marks of a primary of another namespace. */
  @Test
  void waitsForNoObjectOfAnotherNamespace(TestPrimary one) {
    one.operate(
        Watching.chart("Widget", TestChart.named("near").configMap("made", "by", "it").path()));
    one.apply("{}");
    one.annotate("helm.sdk.operatorframework.io/uninstall-wait", "true");
    one.awaitReady();
    try (var other = TestNamespace.create()) {
      other.load(
          """
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: far
            namespace: NAMESPACE
            labels: {catamaran.dev/operator: catamaran}
            annotations:
              operator-sdk/primary-resource: %s/%s
              operator-sdk/primary-resource-type: Widget.test.catamaran.dev
            finalizers: [example.com/mine]
          """
              .formatted(one.namespace().name(), one.name()));

      one.delete();

      one.awaitGone();
      other.scratch().object(ConfigMap.class, "far").patch("metadata: {finalizers: null}");
    }
  }

  private static @Nullable ClusterRole role(TestPrimary one) {
    var name = one.namespace().name() + "-" + one.name();
    return one.client().rbac().clusterRoles().withName(name).get();
  }

  private static final String DENIAL =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: NAMESPACE}
      spec:
        failurePolicy: Fail
        matchConstraints:
          resourceRules:
          - {apiGroups: [""], apiVersions: [v1], operations: [DELETE], resources: [configmaps]}
        validations: [{expression: "false", message: nobody deletes this}]
      """;

  private static final String BINDING =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: NAMESPACE}
      spec:
        policyName: NAMESPACE
        validationActions: [Deny]
        matchResources:
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}
      """;

  @Test
  void reportsARefusalAndContinuesAfterItsRemoval(TestPrimary one) {
    one.operate(Watching.chart("Widget", TestChart.named("kept").configMap("a", "a", "a").path()));
    one.deploy("{}");
    one.load(DENIAL + "---\n" + BINDING);
    Supplier<?> tried =
        one.client().configMaps().inNamespace(one.namespace().name()).withName("one-a").dryRun(true)
            ::delete;
    eventually(() -> assertThrows(KubernetesClientException.class, tried::get));

    one.delete();

    one.awaitMessage("ReleaseFailed", "ConfigMap/one-a: ", "nobody deletes this");
    one.client()
        .genericKubernetesResources(
            "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding")
        .withName(one.namespace().name())
        .delete();
    one.awaitGone();
  }
}
