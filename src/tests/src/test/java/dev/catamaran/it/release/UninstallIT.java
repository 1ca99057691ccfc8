package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@RealNode
class UninstallIT {

  @Test
  void keepsObjectsWithTheKeepPolicy(TestNamespace namespace) {
    deploy(namespace);

    namespace.delete("Widget", "one");

    assertGone(namespace);
    var kept = namespace.existing(ConfigMap.class, "one-kept");
    assertEquals(List.of(), kept.getMetadata().getOwnerReferences());
  }

  @Test
  void findsTheObjectsWithoutTheReleaseSecret(TestNamespace namespace) {
    var operator = deploy(namespace);
    operator.close();
    deleteReleaseSecrets(namespace);
    namespace.delete("Widget", "one");

    namespace.operate(watching());

    assertGone(namespace);
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));
    assertNotNull(namespace.get(ConfigMap.class, "one-kept"));
  }

  @Test
  void completesWhenTheNamespaceIsDeleted(TestNamespace namespace) {
    deploy(namespace);

    namespace.client().namespaces().withName(namespace.name()).delete();

    eventually(() -> assertNull(namespace.client().namespaces().withName(namespace.name()).get()));
    assertNull(clusterRole(namespace));
    assertNull(elsewhere(namespace));
  }

  @Test
  void ignoresAnInvalidSpec(TestNamespace namespace) {
    deploy(namespace);
    namespace.apply("Widget", "one", "[broken]");
    namespace.awaitReason("Widget", "one", "Stalled", "InvalidSpec");

    namespace.delete("Widget", "one");

    assertGone(namespace);
  }

  @Test
  void deletesAPrimaryWithoutARelease(TestNamespace namespace) {
    namespace.operate(watching());
    namespace.apply("Widget", "one", "[broken]");
    namespace.awaitReason("Widget", "one", "Stalled", "InvalidSpec");

    namespace.delete("Widget", "one");

    assertGone(namespace);
  }

  @Test
  void completesForAPrimaryDeletedDuringADowntime(TestNamespace namespace) {
    deploy(namespace).close();
    namespace.delete("Widget", "one");
    assertNotNull(namespace.primary("Widget", "one"));

    namespace.operate(watching());

    assertGone(namespace);
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));
  }

  @Test
  void succeedsDespiteAHookOfAnInterruptedUninstall(TestNamespace namespace) {
    var chart = TestChart.named("cut-off").template("hook.yaml", HOOK).configMap("a", "a", "a");
    var operator = namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{}");
    operator.close();
    // Simulates a failure of the API server before Helm deletes the hook.
    var hook = Serialization.unmarshal(HOOK.replace("{{ .Release.Name }}", "one"), ConfigMap.class);
    namespace.client().resource(hook).inNamespace(namespace.name()).create();
    StoredRelease.mark(namespace, "one", 1, "uninstalling");
    namespace.delete("Widget", "one");

    namespace.operate(Watching.chart("Widget", chart.path()));

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-hook")));
  }

  private static final String HOOK =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: "{{ .Release.Name }}-hook"
        annotations: {helm.sh/hook: pre-delete, helm.sh/hook-delete-policy: hook-succeeded}
      data: {by: hook}
      """;

  private static void assertGone(TestNamespace namespace) {
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(
        () -> {
          assertNull(clusterRole(namespace));
          assertNull(elsewhere(namespace));
        });
  }

  private static @Nullable ClusterRole clusterRole(TestNamespace namespace) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-one").get();
  }

  private static @Nullable ConfigMap elsewhere(TestNamespace namespace) {
    return namespace
        .client()
        .configMaps()
        .inNamespace("default")
        .withName(namespace.name() + "-one")
        .get();
  }

  private static void deleteReleaseSecrets(TestNamespace namespace) {
    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
  }

  private static TestedOperator deploy(TestNamespace namespace) {
    var operator = namespace.operate(watching());
    namespace.deploy("Widget", "one", "{}");
    assertNotNull(clusterRole(namespace));
    assertNotNull(elsewhere(namespace));
    return operator;
  }

  private static Watching watching() {
    return Watching.chart("Widget", wide());
  }

  /** The objects are in the namespace of the release, in another namespace, and cluster-scoped. */
  private static Path wide() {
    return TestChart.named("wide")
        .values("color: blue")
        .configMap("colors", "color", "\"{{ .Values.color }}\"")
        .template(
            "kept.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-kept"
              annotations: {helm.sh/resource-policy: keep}
            """)
        .template(
            "wide.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}", namespace: default}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
            rules: []
            """)
        .path();
  }
}
