package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class UninstallIT {
  private static final String HOOK =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: "{{ .Release.Name }}-hook"
        annotations: {helm.sh/hook: pre-delete, helm.sh/hook-delete-policy: hook-succeeded}
      data: {by: hook}
      """;

  /** The objects are in the namespace of the release, in another namespace, and cluster-scoped. */
  private static final TestChart WIDE =
      TestChart.named("wide")
          .configMap("colors", "color", "blue")
          .template(
              "wide.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-kept", annotations: {helm.sh/resource-policy: keep}}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}", namespace: default}
              ---
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
              rules: []
              """);

  private static final TestChart KEEPING =
      TestChart.named("keeping")
          .configMap("plain", "color", "blue")
          .template(
              "kept.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata:
                name: "{{ .Release.Name }}-kept"
                {{- if .Values.keep }}
                annotations: {helm.sh/resource-policy: "{{ .Values.keep }}"}
                {{- end }}
              data: {color: blue}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-hook", annotations: {helm.sh/hook: pre-install}}
              data: {color: blue}
              """);

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", WIDE.path())
              .and("Gadget", TestChart.named("cut-off").template("hook.yaml", HOOK).path())
              .and("Gizmo", KEEPING.path()));

  @Test
  void keepsObjectsWithTheKeepPolicy(TestPrimary one) {
    deploy(one);

    one.delete();

    assertGone(one);
    var kept = one.existing(ConfigMap.class, "kept");
    assertEquals(List.of(), kept.getMetadata().getOwnerReferences());
  }

  @Test
  void findsTheObjectsWithoutTheReleaseSecret(TestPrimary one) {
    deploy(one);
    duringADowntime(
        () -> {
          one.loseHistory();
          one.delete();
        });

    assertGone(one);
    one.awaitGone(ConfigMap.class, "colors");
    assertNotNull(one.get(ConfigMap.class, "kept"));
  }

  @Test
  void completesWhenTheNamespaceIsDeleted(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", WIDE.path()));
    var one = namespace.widget("one");
    deploy(one);

    namespace.client().namespaces().withName(namespace.name()).delete();

    eventually(() -> assertNull(namespace.client().namespaces().withName(namespace.name()).get()));
    assertNull(clusterRole(one));
    assertNull(elsewhere(one));
  }

  @Test
  void ignoresAnInvalidSpec(TestPrimary one) {
    deploy(one);
    one.apply("[broken]");
    one.awaitReason("Stalled", "InvalidSpec");

    one.delete();

    assertGone(one);
  }

  @Test
  void deletesAPrimaryWithoutARelease(TestPrimary one) {
    one.apply("[broken]");
    one.awaitReason("Stalled", "InvalidSpec");

    one.delete();

    assertGone(one);
  }

  @Test
  void completesForAPrimaryDeletedDuringADowntime(TestPrimary one) {
    deploy(one);
    duringADowntime(
        () -> {
          one.delete();
          assertNotNull(one.primary());
        });

    assertGone(one);
    one.awaitGone(ConfigMap.class, "colors");
  }

  @Test
  void succeedsDespiteAHookOfAnInterruptedUninstall(@OfKind("Gadget") TestPrimary one) {
    one.deploy("{}");
    duringADowntime(
        () -> {
          // Simulates a failure of the API server before Helm deletes the hook.
          one.load(HOOK.replace("{{ .Release.Name }}", "RELEASE"));
          StoredRelease.mark(one.namespace(), one.name(), 1, "uninstalling");
          one.delete();
        });

    one.awaitGone();
    one.awaitGone(ConfigMap.class, "hook");
  }

  private static void duringADowntime(Runnable what) {
    OPERATOR.operator().stop();
    what.run();
    OPERATOR.operator().start();
  }

  private static void assertGone(TestPrimary one) {
    one.awaitGone();
    eventually(
        () -> {
          assertNull(clusterRole(one));
          assertNull(elsewhere(one));
        });
  }

  private static String wideName(TestPrimary one) {
    return one.namespace().name() + "-" + one.name();
  }

  private static @Nullable ClusterRole clusterRole(TestPrimary one) {
    return one.client().rbac().clusterRoles().withName(wideName(one)).get();
  }

  private static @Nullable ConfigMap elsewhere(TestPrimary one) {
    return one.client().configMaps().inNamespace("default").withName(wideName(one)).get();
  }

  private static void deploy(TestPrimary one) {
    one.deploy("{}");
    assertNotNull(clusterRole(one));
    assertNotNull(elsewhere(one));
  }

  @Test
  void repairsAKeptObjectButNeverDeletesIt(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{keep: keep}");
    assertEquals(List.of(), meta(one).getOwnerReferences());

    one.put("kept", "color", "red");
    one.awaitData("kept", "color", "blue");
    var uid = meta(one).getUid();
    one.delete();

    one.awaitGone();
    one.awaitGone(ConfigMap.class, "plain");
    assertEquals(uid, meta(one).getUid());
  }

  @Test
  void keepsAnObjectWithAWordThatHelmDoesNotKnowAndSaysSo(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{keep: Retain}");
    one.awaitReason(
        "Deployed",
        "InstallSuccessful",
        "leaves ConfigMap/%s, whose helm.sh/resource-policy".formatted(one.object("kept")));
    var uid = meta(one).getUid();
    one.delete();

    one.awaitGone();
    assertEquals(uid, meta(one).getUid());
  }

  @Test
  void removesTheOwnerReferenceFromANewlyKeptObject(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{keep: false}");
    assertEquals(1, meta(one).getOwnerReferences().size());

    one.apply("{keep: keep}");
    eventually(() -> assertEquals(List.of(), meta(one).getOwnerReferences()));
    var owner = one.namespace().name() + "/" + one.name();
    eventually(
        () -> assertEquals(owner, meta(one).getAnnotations().get("operator-sdk/primary-resource")));

    one.apply("{keep: false}");
    eventually(() -> assertEquals(1, meta(one).getOwnerReferences().size()));
  }

  @Test
  void keepsTheObjectAfterLossOfTheHistory(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{keep: keep}");

    one.loseHistory();
    one.delete();

    one.awaitGone();
    one.awaitGone(ConfigMap.class, "plain");
    assertEquals(Map.of("color", "blue"), one.data("kept"));
  }

  @Test
  void doesNotRecreateDeletedHooks(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{keep: keep}");
    one.delete(ConfigMap.class, "hook");

    one.put("kept", "color", "red");

    one.awaitData("kept", "color", "blue");
    assertNull(one.get(ConfigMap.class, "hook"));
  }

  private static ObjectMeta meta(TestPrimary one) {
    return one.existing(ConfigMap.class, "kept").getMetadata();
  }
}
