package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class UpgradeForceIT {
  private static final String DATABASE =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: "{{ .Release.Name }}-db"}
      spec:
        podManagementPolicy: {{ .Values.policy }}
        serviceName: db
        selector: {matchLabels: {app: "{{ .Release.Name }}"}}
        template:
          metadata: {labels: {app: "{{ .Release.Name }}"}}
          spec: {containers: [{name: db, image: "memcached:1.6-alpine"}]}
      """;

  private static final String CLAIM =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: "{{ .Release.Name }}-data"}
      spec: {accessModes: [{{ .Values.mode }}], resources: {requests: {storage: 1Mi}}}
      """;

  private static final String FIXED =
      """
      {{- range list "a" "b" "c" }}
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "{{ $.Release.Name }}-{{ . }}"}
      immutable: true
      data: {color: "{{ $.Values.color }}"}
      ---
      {{- end }}
      """;

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", chart(DATABASE), "remediation: {upgrade: keep}")
              .and("Gadget", chart(FIXED), "remediation: {retries: 0}")
              .and("Gizmo", chart(FIXED), "remediation: {retries: 1}")
              .and("Trinket", chart(CLAIM), "remediation: {retries: 1}"));

  @Test
  void reportsAnImmutableFieldAndRecreatesTheObjectWithForce(TestPrimary one) {
    one.deploy("{policy: OrderedReady}");
    var pod = one.uid(Pod.class, "db-0");
    var set = one.uid(StatefulSet.class, "db");

    one.apply("{policy: Parallel}");
    one.awaitMessage("ReleaseFailed", cannotChange(one, "StatefulSet", "db"));
    allowForce(one, "upgrade-force");

    one.awaitValue(StatefulSet.class, "db", "spec.podManagementPolicy", "Parallel");
    one.awaitReady();
    assertEquals(pod, one.uid(Pod.class, "db-0"));
    var recreated = one.uid(StatefulSet.class, "db");
    assertNotEquals(set, recreated);
    one.awaitValue(Pod.class, "db-0", "metadata.ownerReferences.0.uid", recreated);
    eventually(
        () ->
            assertTrue(
                one.events("ObjectsDeleted")
                    .toString()
                    .contains("deleted StatefulSet/" + one.object("db"))));
  }

  @Test
  void recreatesAnObjectDuringARollbackWithItsOwnForceOnly(TestPrimary one) {
    one.deploy("{policy: OrderedReady}");
    allowForce(one, "upgrade-force");
    one.apply("{policy: Parallel}");
    one.awaitValue(StatefulSet.class, "db", "spec.podManagementPolicy", "Parallel");
    one.awaitReady();
    var set = one.uid(StatefulSet.class, "db");
    var pod = one.uid(Pod.class, "db-0");

    one.annotate("catamaran.dev/rollback-to", "1");

    one.awaitReason("ReleaseFailed", "RollbackError", cannotChange(one, "StatefulSet", "db"));
    assertEquals(set, one.uid(StatefulSet.class, "db"));

    allowForce(one, "rollback-force");

    one.awaitValue(StatefulSet.class, "db", "spec.podManagementPolicy", "OrderedReady");
    one.awaitReason("Ready", "Held");
    assertTrue(one.revisions().getLast().endsWith(" deployed"));
    assertEquals(pod, one.uid(Pod.class, "db-0"));
  }

  /** With a definition go all custom resources of all namespaces. */
  @Test
  void makesNoDefinitionAgain(TestNamespace namespace) {
    var vaults = new PassingKind(namespace, "example.com", "Vault", "v1");
    var name = "vaults." + vaults.group();
    var definition = namespace.client().resources(CustomResourceDefinition.class).withName(name);
    namespace.atClose(definition::delete);
    namespace.operate(Watching.chart("Widget", chart(DEFINITION), "remediation: {retries: 1}"));
    var one = namespace.widget("one").deploy("{scope: Namespaced}");
    eventually(() -> vaults.objects().list());
    var before = definition.require().getMetadata().getUid();
    allowForce(one, "upgrade-force");

    one.apply("{scope: Cluster}");

    awaitRefusal(one, "CustomResourceDefinition/" + name);
    assertEquals(before, definition.require().getMetadata().getUid());
  }

  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: "vaults.{{ .Release.Namespace }}.example.com"}
      spec:
        group: "{{ .Release.Namespace }}.example.com"
        names: {kind: Vault, listKind: VaultList, plural: vaults, singular: vault}
        scope: "{{ .Values.scope }}"
        versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
      """;

  /** A database operator would delete its volumes. */
  @Test
  void makesNoCustomResourceAgain(TestNamespace namespace) {
    var vaults = new PassingKind(namespace, "example.com", "Vault", "v1");
    vaults.define(
        "{type: object, properties: {spec: {type: object, properties: {size: {type: integer,"
            + " x-kubernetes-validations: [{rule: self == oldSelf, message: size is"
            + " immutable}]}}}}}",
        "{}");
    var vault =
        "apiVersion: %s\nkind: Vault\nmetadata: {name: one}\nspec: {size: {{ .Values.size }}}\n"
            .formatted(vaults.apiVersion());
    namespace.operate(Watching.chart("Widget", chart(vault), "remediation: {retries: 1}"));
    var one = namespace.widget("one").deploy("{size: 1}");
    var before = vaults.object("one").require().getMetadata().getUid();
    allowForce(one, "upgrade-force");

    one.apply("{size: 2}");

    awaitRefusal(one, "Vault/one");
    assertEquals(before, vaults.object("one").require().getMetadata().getUid());
  }

  /** The data would be lost. */
  @Test
  void makesNoClaimAgain(@OfKind("Trinket") TestPrimary one) {
    one.apply("{mode: ReadWriteOnce}");
    one.awaitRevisions("1 deployed");
    var before = one.uid(PersistentVolumeClaim.class, "data");
    allowForce(one, "upgrade-force");

    one.apply("{mode: ReadOnlyMany}");

    awaitRefusal(one, "PersistentVolumeClaim/" + one.object("data"));
    assertEquals(before, one.uid(PersistentVolumeClaim.class, "data"));
  }

  @Test
  void leavesAnObjectOfAnotherOwner(TestPrimary one) {
    one.deploy("{policy: OrderedReady}");
    var before = one.uid(StatefulSet.class, "db");
    one.pause();
    one.patch(
        StatefulSet.class, "db", "metadata: {annotations: {meta.helm.sh/release-name: other}}");
    one.apply("{policy: Parallel}");
    allowForce(one, "upgrade-force");

    one.resume();

    one.awaitMessage("ReleaseFailed", "does not belong to release");
    assertEquals(before, one.uid(StatefulSet.class, "db"));
  }

  /** The rollback after the failure is the newest revision, and names no object. */
  @Test
  void triesAgainWithForceAfterItsRetriesWithout(@OfKind("Gadget") TestPrimary one) {
    one.deploy("{color: red}");
    one.apply("{color: green}");
    one.awaitReason("Stalled", "RetriesExceeded", cannotChange(one, "ConfigMap", "a"));
    one.awaitRevisions("1 superseded", "2 failed", "3 deployed");

    allowForce(one, "upgrade-force");

    one.awaitReady();
    one.awaitData("a", "color", "green");
    assertEquals("1 superseded", one.revisions().getFirst());
    assertTrue(one.revisions().getLast().endsWith(" deployed"), one::toString);
  }

  /** Helm fails at the first of them, and there is one retry. */
  @Test
  void makesSeveralObjectsAgainInOneAttempt(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    allowForce(one, "upgrade-force");

    one.deploy("{color: green}");

    for (var suffix : List.of("a", "b", "c")) {
      assertEquals(Map.of("color", "green"), one.data(suffix));
    }
  }

  private static String cannotChange(TestPrimary one, String kind, String suffix) {
    return "%s %s has fields that cannot be changed".formatted(kind, one.object(suffix));
  }

  private static void awaitRefusal(TestPrimary one, String object) {
    one.awaitReason("ReleaseFailed", "UpgradeError", object + " is never deleted");
  }

  private static void allowForce(TestPrimary one, String annotation) {
    one.annotate("helm.sdk.operatorframework.io/" + annotation, "true");
  }

  private static Path chart(String template) {
    return TestChart.named("forced").template("all.yaml", template).path();
  }
}
