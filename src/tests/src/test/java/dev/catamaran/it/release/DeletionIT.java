package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.time.Duration;
import java.util.List;
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
  void completesWhenAKindIsNoLongerServed(TestNamespace namespace) {
    var passing = new PassingKind(namespace);
    passing.define();
    var chart =
        TestChart.named("gone")
            .configMap("made", "by", "it")
            .template("role.yaml", ROLE)
            .template(
                "passing.yaml",
                """
                apiVersion: %s
                kind: Passing
                metadata: {name: "{{ .Release.Name }}"}
                """
                    .formatted(passing.apiVersion()))
            .path();
    namespace.operate(Watching.chart("Widget", chart), Duration.ofSeconds(5));
    namespace.deploy("Widget", "one", "{}");

    passing.undefine();

    eventually(
        () -> {
          var ready = namespace.condition("Widget", "one", "Ready");
          assertEquals("False", ready.get("status"));
          assertTrue(ready.get("message").contains("is not served"), ready::toString);
          var drifted = namespace.condition("Widget", "one", "Drifted");
          assertEquals("True", drifted.get("status"));
          assertTrue(drifted.get("message").contains("Passing/one"), drifted::toString);
        });
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-made"));
    assertNull(role(namespace, "one"));
  }

  @Test
  void findsClusterScopedObjectsWithoutHistoryAndStatus(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.named("far").template("r.yaml", ROLE).path());
    var before = namespace.operate(watching);
    for (var name : List.of("one", "other")) {
      namespace.deploy("Widget", name, "{}");
    }
    before.close();
    namespace
        .client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .withLabel("name", "one")
        .delete();
    namespace.mergeStatus("Widget", "one", "{\"status\":null}");
    namespace.delete("Widget", "one");

    namespace.operate(watching);

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertNull(role(namespace, "one"));
    assertNotNull(role(namespace, "other"));
  }

  /** The API server rejects new objects in this namespace, so hooks of Helm cannot run. */
  @Test
  void completesInATerminatingNamespace(TestNamespace namespace) {
    var gate = namespace.gate();
    gate.open();
    namespace.operate(
        Watching.chart(
            "Widget",
            TestChart.named("hooked")
                .template("role.yaml", ROLE)
                .template("gate.yaml", gate.job("pre-delete"))
                .path()));
    namespace.deploy("Widget", "one", "{}");

    namespace.client().namespaces().withName(namespace.name()).delete();

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertNull(role(namespace, "one"));
    eventually(() -> assertNull(namespace.client().namespaces().withName(namespace.name()).get()));
  }

  @Test
  void reportsTheFinalizerOfABlockingObject(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.named("held").configMap("made", "by", "it").path()));
    namespace.apply("Widget", "one", "{}");
    namespace.annotate("Widget", "one", "helm.sdk.operatorframework.io/uninstall-wait", "true");
    namespace.awaitReady("Widget", "one");
    finalizer(namespace, "example.com/mine");

    namespace.delete("Widget", "one");

    namespace.awaitReason(
        "Widget",
        "one",
        "Deployed",
        "Uninstalling",
        "ConfigMap/one-made (held by finalizer example.com/mine)");
    finalizer(namespace, null);
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
  }

  private static void finalizer(TestNamespace namespace, @Nullable String finalizer) {
    namespace.edit(
        ConfigMap.class,
        "one-made",
        c ->
            new ConfigMapBuilder(c)
                .editMetadata()
                .withFinalizers(finalizer == null ? new String[0] : new String[] {finalizer})
                .endMetadata()
                .build());
  }

  private static @Nullable ClusterRole role(TestNamespace namespace, String release) {
    return namespace
        .client()
        .rbac()
        .clusterRoles()
        .withName(namespace.name() + "-" + release)
        .get();
  }
}
