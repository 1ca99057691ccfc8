package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.Volumes;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A remedy deletes no more than the failed attempt made, and nothing that holds data. */
class WhatWasThereStaysIT {
  /** The API server refuses the broken object, which has no namespace. */
  private static final String PLACES = "places: [Realm.test.catamaran.dev]";

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.started(
          namespace -> {
            namespace.atClose(Volumes.make(32, namespace)::close);
            return namespace.operate(
                Watching.chart("Widget", data(), PLACES)
                    .and(
                        "Gizmo",
                        data(),
                        PLACES,
                        "wait: true",
                        "timeout: 3s",
                        "remediation: {retries: 0}")
                    .and(
                        "Trinket",
                        data(),
                        PLACES,
                        "remediation: {upgrade: uninstall, retries: 0}"));
          });

  @Test
  void afterAReinstallationWhoseHookCannotRunTwice(TestPrimary one) {
    one.deploy("{more: [hook]}");
    var before = uids(one);

    one.loseHistory();

    awaitRemoval(one, "PersistentVolumeClaim", "data");
    assertEquals(before, uids(one));
    assertEquals("InstallError", one.condition("ReleaseFailed").get("reason"));
    assertEquals("False", one.condition("Ready").get("status"));
  }

  /** The attempt changes and makes objects, until the API server refuses one. */
  @Test
  void afterAReinstallationThatTheApiServerRefuses(TestPrimary one) {
    one.deploy("{}");
    var before = uids(one);
    one.pause();
    one.patch("{spec: {extra: true, broken: true}}");

    one.loseHistory();
    one.resume();

    awaitRemoval(one, "ConfigMap", "colors");
    assertEquals(before, uids(one));
    one.existing(PersistentVolumeClaim.class, "extra");

    one.patch("{spec: {extra: false, broken: false}}");
    one.awaitReady();
    assertEquals(before, uids(one));
    // Helm made it, and no revision has it.
    one.awaitGone(ConfigMap.class, "extra");
    one.existing(PersistentVolumeClaim.class, "extra");
  }

  /** The objects have the content of the lost revision: an earlier one is not restored. */
  @Test
  void afterAFailedUpgradeOverALostRevision(TestPrimary one) {
    one.deploy("{color: blue}");
    one.deploy("{color: red, extra: true}");
    var before = uids(one);
    var extra = one.uid(ConfigMap.class, "extra");
    one.pause();
    one.patch("{spec: {broken: true}}");

    one.namespace().delete(Secret.class, "sh.helm.release.v1.%s.v2".formatted(one.name()));
    one.resume();

    one.awaitReason("ReleaseFailed", "RollbackError", "revision 2, which was deployed before");
    assertEquals(before, uids(one));
    assertEquals(extra, one.uid(ConfigMap.class, "extra"));
    assertEquals(Map.of("color", "red"), one.data("colors"));
  }

  @Test
  void afterTheRestoreOfABackupWithoutStatus(TestPrimary one) {
    one.deploy("{}");
    OPERATOR.operator().stop();
    one.delete(DeletionPropagation.ORPHAN);
    one.awaitValue(ConfigMap.class, "colors", "metadata.ownerReferences", "");
    one.patch("{metadata: {finalizers: null}}");
    eventually(() -> assertNull(one.primary()));
    one.loseHistory();
    var restored = copy(one, "colors");
    one.delete(ConfigMap.class, "colors");
    one.client().resource(restored).create();
    var before = uids(one);

    one.apply("{extra: true, broken: true}");
    OPERATOR.operator().start();

    awaitRemoval(one, "ConfigMap", "colors");
    assertEquals(before, uids(one));
    assertNull(one.get(ConfigMap.class, "extra"));
  }

  /** What the attempt made goes, except what holds data. */
  @Test
  void afterAFirstInstallation(TestPrimary one) {
    one.apply("{more: [holders], broken: true}");

    awaitRemoval(one, "PersistentVolumeClaim", "data");
    assertNull(one.get(ConfigMap.class, "colors"));
    one.existing(Secret.class, "password");
    one.existing(StatefulSet.class, "db");
    one.part("Gadget", "db").uid();
    var claim = one.uid(PersistentVolumeClaim.class, "data");
    assertTrue(deleted(one).contains("ConfigMap/" + one.object("colors")));

    one.patch("{spec: {broken: false}}");
    one.awaitReady();
    assertEquals(claim, one.uid(PersistentVolumeClaim.class, "data"));

    one.delete();
    assertHoldersGo(one);
  }

  @Test
  void afterADeletionOfAPrimaryWithoutAnyDeployedRevision(TestPrimary one) {
    one.apply("{more: [holders], broken: true}");
    awaitRemoval(one, "PersistentVolumeClaim", "data");

    one.delete();

    one.awaitGone();
    assertHoldersGo(one);
  }

  private static void assertHoldersGo(TestPrimary one) {
    one.awaitGone(PersistentVolumeClaim.class, "data");
    eventually(() -> assertNull(one.part("Gadget", "db").primary()));
  }

  /** Of the unready one no revision is deployed then: Helm deletes what only it has. */
  @ParameterizedTest
  @ValueSource(strings = {"unready", "broken"})
  void afterTheRollbackOfAnUpgrade(String how, @OfKind("Gizmo") TestPrimary one) {
    one.deploy("{formerly: true}");
    one.deploy("{formerly: false}");
    // Helm kept it. The failed upgrade takes it over again.
    var kept = one.existing(ConfigMap.class, "formerly").getMetadata();
    var before = uids(one);
    // Kubernetes keeps whole seconds: what is of the same second could be made by the attempt.
    var now = new ConfigMapBuilder().withNewMetadata().withName("now").endMetadata().build();
    var clock = one.client().resource(now).inNamespace(one.namespace().name()).dryRun();
    eventually(
        () ->
            assertNotEquals(
                kept.getCreationTimestamp(), clock.create().getMetadata().getCreationTimestamp()));

    one.apply("{extra: true, formerly: again, %s: true}".formatted(how));

    one.awaitReason("Stalled", "RetriesExceeded");
    one.awaitGone(ConfigMap.class, "extra");
    assertEquals(before, uids(one));
    assertEquals(kept.getUid(), one.uid(ConfigMap.class, "formerly"));
    one.existing(PersistentVolumeClaim.class, "extra");
    assertTrue(one.revisions().getLast().endsWith(" deployed"));
  }

  @Test
  void afterTheRequestedRemovalOfAReleaseWhoseUpgradeFailed(@OfKind("Trinket") TestPrimary one) {
    one.deploy("{}");
    var claim = one.uid(PersistentVolumeClaim.class, "data");

    one.apply("{broken: true}");

    awaitRemoval(one, "PersistentVolumeClaim", "data");
    assertEquals(claim, one.uid(PersistentVolumeClaim.class, "data"));
    assertNull(one.get(ConfigMap.class, "colors"));
    assertTrue(deleted(one).contains("ConfigMap/" + one.object("colors")));
  }

  /** A copy has the marks of the release, and no revision names it. */
  @Test
  void whenAPersonCopiesAnObject(TestPrimary one) {
    one.deploy("{}");
    var claim =
        new PersistentVolumeClaimBuilder(one.existing(PersistentVolumeClaim.class, "data"))
            .editMetadata()
            .withName(one.object("copy"))
            .withUid(null)
            .withResourceVersion(null)
            .endMetadata()
            .editSpec()
            .withVolumeName(null)
            .endSpec()
            .build();
    var owners = one.existing(ConfigMap.class, "colors").getMetadata().getOwnerReferences();
    var copied = copy(one, "colors");
    copied.getMetadata().setName(one.object("copy"));
    copied.getMetadata().setOwnerReferences(owners);
    one.client().resource(claim).create();
    one.client().resource(copied).create();

    one.deploy("{color: red}");
    one.put("colors", "color", "drifted");
    one.awaitData("colors", "color", "red");
    one.awaitReady();

    one.existing(PersistentVolumeClaim.class, "copy");
    one.existing(ConfigMap.class, "copy");
  }

  /** Helm never made these hooks, or has deleted them. */
  @Test
  void whenAPersonsObjectHasTheNameOfAHook(TestPrimary one) {
    one.load(
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: RELEASE-back}}
        ---
        {apiVersion: v1, kind: Secret, metadata: {name: RELEASE-back}}
        """);
    one.deploy("{more: [hooks]}");
    one.load("{apiVersion: v1, kind: ServiceAccount, metadata: {name: RELEASE-done}}");
    one.deploy("{more: [hooks], color: red}");
    one.existing(ConfigMap.class, "made");

    one.delete();

    one.awaitGone();
    one.awaitGone(ConfigMap.class, "made");
    assertUnmarked(one.existing(ConfigMap.class, "back"));
    assertUnmarked(one.existing(Secret.class, "back"));
    assertUnmarked(one.existing(ServiceAccount.class, "done"));
  }

  /** Helm deletes by name what the newest revision names, also of a failed one. */
  @Test
  void whenAPersonsObjectHasTheNameOfOneThatAFailedRevisionNames(TestNamespace namespace) {
    namespace.atClose(Volumes.make(2, namespace)::close);
    namespace.operate(
        Watching.chart("Widget", data(), PLACES, "remediation: {upgrade: retry, retries: 0}"));
    var one = namespace.widget("one").deploy("{}");
    one.apply("{late: true}");
    one.awaitReason("Stalled", "RetriesExceeded");
    one.load(
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: RELEASE-late}
        spec: {accessModes: [ReadWriteOnce], storageClassName: charts, resources: {requests: {storage: 1Mi}}}
        """);

    one.delete();

    one.awaitGone();
    assertUnmarked(one.existing(PersistentVolumeClaim.class, "late"));
    assertNull(one.get(ConfigMap.class, "colors"));
  }

  private static void assertUnmarked(HasMetadata object) {
    assertNull(object.getMetadata().getDeletionTimestamp());
    assertEquals(List.of(), object.getMetadata().getOwnerReferences());
    assertEquals(Map.of(), object.getMetadata().getLabels());
  }

  private static void awaitRemoval(TestPrimary one, String kind, String suffix) {
    one.awaitReason("Deployed", "FailureRemoved", kind + "/" + one.object(suffix));
  }

  private static Map<String, String> uids(TestPrimary one) {
    return Map.of(
        "claim", one.uid(PersistentVolumeClaim.class, "data"),
        "map", one.uid(ConfigMap.class, "colors"));
  }

  private static String deleted(TestPrimary one) {
    return one.events("FailureRemoved").toString();
  }

  /** As a backup has it. */
  private static ConfigMap copy(TestPrimary one, String suffix) {
    return new ConfigMapBuilder(one.existing(ConfigMap.class, suffix))
        .editMetadata()
        .withUid(null)
        .withResourceVersion(null)
        .withCreationTimestamp(null)
        .withManagedFields(List.of())
        .withOwnerReferences()
        .endMetadata()
        .build();
  }

  private static Path data() {
    return TestChart.named("data")
        .values(
            "{color: blue, extra: false, formerly: false, broken: false, late: false, unready:"
                + " false, more: []}")
        .template(
            "data.yaml",
            """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}-data"}
            spec: {accessModes: [ReadWriteOnce], storageClassName: charts, resources: {requests: {storage: 1Mi}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-colors"}
            data: {color: "{{ .Values.color }}"}
            {{- if .Values.extra }}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}-extra"}
            spec: {accessModes: [ReadWriteOnce], storageClassName: charts, resources: {requests: {storage: 1Mi}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-extra"}
            {{- end }}
            {{- if .Values.formerly }}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-formerly"
              {{- if eq (toString .Values.formerly) "true" }}
              annotations: {helm.sh/resource-policy: keep}
              {{- end }}
            {{- end }}
            {{- if .Values.late }}
            ---
            # Refused: the claim was never made.
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}-late"}
            spec: {accessModes: [Never], storageClassName: charts, resources: {requests: {storage: 1Mi}}}
            {{- end }}
            {{- if .Values.broken }}
            ---
            # Helm makes it last.
            apiVersion: test.catamaran.dev/v1
            kind: Realm
            metadata: {name: Not_A_Name}
            {{- end }}
            {{- if .Values.unready }}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {type: LoadBalancer, ports: [{port: 80}]}
            {{- end }}
            {{- if has "hook" .Values.more }}
            ---
            # A second run finds it, and fails.
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations: {helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-failed}
            {{- end }}
            {{- if has "hooks" .Values.more }}
            ---
            # None of them is there after an installation but the last.
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-back", annotations: {helm.sh/hook: post-rollback}}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-back", annotations: {helm.sh/hook: pre-rollback}}
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: "{{ .Release.Name }}-done"
              annotations: {helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-succeeded}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-made", annotations: {helm.sh/hook: post-install}}
            {{- end }}
            {{- if has "holders" .Values.more }}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-password"}
            stringData: {password: "{{ randAlphaNum 8 }}"}
            ---
            apiVersion: test.catamaran.dev/v1
            kind: Gadget
            metadata: {name: "{{ .Release.Name }}-db"}
            ---
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: "{{ .Release.Name }}-db"}
            spec:
              replicas: 0
              serviceName: db
              persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec: {containers: [{name: db, image: "memcached:1.6-alpine"}]}
            {{- end }}
            """)
        .path();
  }
}
