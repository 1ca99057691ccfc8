package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import dev.catamaran.trial.Volumes;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A remedy deletes no more than the failed attempt made, and nothing that holds data. */
class WhatWasThereStaysIT {
  private static final String ONCE = "remediation: {retries: 0}";

  private final List<Volumes> volumes = new ArrayList<>();

  @AfterEach
  void deleteVolumes() {
    volumes.forEach(Volumes::close);
  }

  private TestedOperator operate(TestNamespace namespace, TestChart chart, String... options) {
    if (volumes.isEmpty()) {
      volumes.add(Volumes.make(4, namespace));
    }
    // The API server refuses the broken object, which has no namespace.
    var all = Stream.concat(Stream.of(options), Stream.of("places: [Realm.test.catamaran.dev]"));
    return namespace.operate(Watching.chart("Widget", chart.path(), all.toArray(String[]::new)));
  }

  @Test
  void afterAReinstallationWhoseHookCannotRunTwice(TestNamespace namespace) {
    operate(namespace, data().template("hook.yaml", HOOK));
    namespace.deploy("Widget", "one", "{}");
    var before = uids(namespace);

    deleteReleaseSecrets(namespace);

    awaitRemoval(namespace, "PersistentVolumeClaim/one-data");
    assertEquals(before, uids(namespace));
    assertEquals(
        "InstallError", namespace.condition("Widget", "one", "ReleaseFailed").get("reason"));
    assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
  }

  /** The attempt changes and makes objects, until the API server refuses one. */
  @Test
  void afterAReinstallationThatTheApiServerRefuses(TestNamespace namespace) {
    operate(namespace, data());
    namespace.deploy("Widget", "one", "{}");
    var before = uids(namespace);
    namespace.pause("Widget", "one");
    namespace.patch("Widget", "one", "{spec: {extra: true, broken: true}}");

    deleteReleaseSecrets(namespace);
    namespace.resume("Widget", "one");

    awaitRemoval(namespace, "ConfigMap/one-colors");
    assertEquals(before, uids(namespace));
    assertNotNull(namespace.get(PersistentVolumeClaim.class, "one-extra"));

    namespace.patch("Widget", "one", "{spec: {extra: false, broken: false}}");
    namespace.awaitReady("Widget", "one");
    assertEquals(before, uids(namespace));
    // Helm made it, and no revision has it.
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-extra")));
    assertNotNull(namespace.get(PersistentVolumeClaim.class, "one-extra"));
  }

  /** The objects have the content of the lost revision: an earlier one is not restored. */
  @Test
  void afterAFailedUpgradeOverALostRevision(TestNamespace namespace) {
    operate(namespace, data());
    namespace.deploy("Widget", "one", "{color: blue}");
    namespace.deploy("Widget", "one", "{color: red, extra: true}");
    var before = uids(namespace);
    var extra = uid(namespace.existing(ConfigMap.class, "one-extra"));
    namespace.pause("Widget", "one");
    namespace.patch("Widget", "one", "{spec: {broken: true}}");

    namespace.delete(Secret.class, "sh.helm.release.v1.one.v2");
    namespace.resume("Widget", "one");

    namespace.awaitReason(
        "Widget", "one", "ReleaseFailed", "RollbackError", "revision 2, which was deployed before");
    assertEquals(before, uids(namespace));
    assertEquals(extra, uid(namespace.existing(ConfigMap.class, "one-extra")));
    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
  }

  @Test
  void afterTheRestoreOfABackupWithoutStatus(TestNamespace namespace) {
    var operator = operate(namespace, data());
    namespace.deploy("Widget", "one", "{}");
    operator.close();
    namespace.resource("Widget", "one").withPropagationPolicy(DeletionPropagation.ORPHAN).delete();
    eventually(
        () ->
            assertEquals(
                List.of(),
                namespace
                    .existing(ConfigMap.class, "one-colors")
                    .getMetadata()
                    .getOwnerReferences()));
    TestNamespace.edit(
        namespace.resource("Widget", "one"),
        primary -> {
          primary.getMetadata().setFinalizers(List.of());
          return primary;
        });
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    deleteReleaseSecrets(namespace);
    var restored = restore(namespace.existing(ConfigMap.class, "one-colors"));
    namespace.delete(ConfigMap.class, "one-colors");
    namespace.client().resource(restored).create();
    var before = uids(namespace);

    namespace.apply("Widget", "one", "{extra: true, broken: true}");
    operate(namespace, data());

    awaitRemoval(namespace, "ConfigMap/one-colors");
    assertEquals(before, uids(namespace));
    assertNull(namespace.get(ConfigMap.class, "one-extra"));
  }

  /** What the attempt made goes, except what holds data. */
  @Test
  void afterAFirstInstallation(TestNamespace namespace) {
    operate(namespace, data().template("more.yaml", HOLDERS));
    namespace.apply("Widget", "one", "{broken: true}");

    awaitRemoval(namespace, "PersistentVolumeClaim/one-data");
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
    assertNotNull(namespace.get(Secret.class, "one-password"));
    assertNotNull(namespace.get(StatefulSet.class, "one-db"));
    assertNotNull(namespace.primary("Gadget", "one-db"));
    var claim = uid(namespace.existing(PersistentVolumeClaim.class, "one-data"));
    assertTrue(events(namespace, "FailureRemoved").contains("deleted ConfigMap/one-colors"));

    namespace.patch("Widget", "one", "{spec: {broken: false}}");
    namespace.awaitReady("Widget", "one");
    assertEquals(claim, uid(namespace.existing(PersistentVolumeClaim.class, "one-data")));

    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.get(PersistentVolumeClaim.class, "one-data")));
    eventually(() -> assertNull(namespace.primary("Gadget", "one-db")));
  }

  @Test
  void afterADeletionOfAPrimaryWithoutAnyDeployedRevision(TestNamespace namespace) {
    operate(namespace, data().template("more.yaml", HOLDERS));
    namespace.apply("Widget", "one", "{broken: true}");
    awaitRemoval(namespace, "PersistentVolumeClaim/one-data");

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertNull(namespace.get(PersistentVolumeClaim.class, "one-data")));
    eventually(() -> assertNull(namespace.primary("Gadget", "one-db")));
  }

  /** No revision is marked as deployed then, so Helm deletes what only the failed one has. */
  @Test
  void afterTheRollbackOfARevisionThatDoesNotBecomeReady(TestNamespace namespace) {
    rollBack(namespace, "{extra: true, unready: true}", "wait: true", "timeout: 3s", ONCE);
  }

  @Test
  void afterTheRollbackOfARefusedUpgrade(TestNamespace namespace) {
    rollBack(namespace, "{extra: true, broken: true}", ONCE);
  }

  private void rollBack(TestNamespace namespace, String spec, String... options) {
    operate(namespace, data(), options);
    namespace.deploy("Widget", "one", "{formerly: true}");
    namespace.deploy("Widget", "one", "{formerly: false}");
    // Helm kept it. The failed upgrade takes it over again.
    var kept = uid(namespace.existing(ConfigMap.class, "one-formerly"));
    var before = uids(namespace);
    // Kubernetes keeps whole seconds: an object of the same second as the attempt could be made by
    // it.
    var made = namespace.existing(ConfigMap.class, "one-formerly").getMetadata();
    var next = Instant.parse(made.getCreationTimestamp()).plusSeconds(1);
    eventually(() -> assertTrue(Instant.now().isAfter(next)));

    namespace.apply("Widget", "one", spec.replace("}", ", formerly: again}"));

    namespace.awaitReason("Widget", "one", "Stalled", "RetriesExceeded");
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-extra")));
    assertEquals(before, uids(namespace));
    assertEquals(kept, uid(namespace.existing(ConfigMap.class, "one-formerly")));
    assertNotNull(namespace.get(PersistentVolumeClaim.class, "one-extra"));
    assertTrue(namespace.revisions("one").getLast().endsWith(" deployed"));
  }

  @Test
  void afterTheRequestedRemovalOfAReleaseWhoseUpgradeFailed(TestNamespace namespace) {
    operate(namespace, data(), "remediation: {upgrade: uninstall, retries: 0}");
    namespace.deploy("Widget", "one", "{}");
    var claim = uid(namespace.existing(PersistentVolumeClaim.class, "one-data"));

    namespace.apply("Widget", "one", "{broken: true}");

    awaitRemoval(namespace, "PersistentVolumeClaim/one-data");
    assertEquals(claim, uid(namespace.existing(PersistentVolumeClaim.class, "one-data")));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
    assertTrue(events(namespace, "FailureRemoved").contains("deleted ConfigMap/one-colors"));
  }

  /** A copy has the marks of the release, and no revision names it. */
  @Test
  void whenAPersonCopiesAnObject(TestNamespace namespace) {
    operate(namespace, data());
    namespace.deploy("Widget", "one", "{}");
    var claim = namespace.existing(PersistentVolumeClaim.class, "one-data");
    namespace
        .client()
        .resource(
            new PersistentVolumeClaimBuilder(claim)
                .editMetadata()
                .withName("copy")
                .withUid(null)
                .withResourceVersion(null)
                .withManagedFields(List.of())
                .endMetadata()
                .editSpec()
                .withVolumeName(null)
                .endSpec()
                .withStatus(null)
                .build())
        .create();
    var copied = restore(namespace.existing(ConfigMap.class, "one-colors"));
    copied.getMetadata().setName("copy");
    copied
        .getMetadata()
        .setOwnerReferences(
            namespace.existing(ConfigMap.class, "one-colors").getMetadata().getOwnerReferences());
    namespace.client().resource(copied).create();

    namespace.patch("Widget", "one", "{spec: {color: red}}");
    eventually(() -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
    namespace.awaitReady("Widget", "one");
    namespace.put("one-colors", "color", "drifted");
    eventually(() -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
    namespace.awaitReady("Widget", "one");

    assertNotNull(namespace.get(PersistentVolumeClaim.class, "copy"));
    assertNotNull(namespace.get(ConfigMap.class, "copy"));
  }

  /** Helm never made these hooks, or has deleted them. */
  @Test
  void whenAPersonsObjectHasTheNameOfAHook(TestNamespace namespace) {
    operate(namespace, data().template("hooks.yaml", HOOKS_THAT_ARE_NOT_THERE));
    create(namespace, new ConfigMap(), "one-back");
    create(namespace, new Secret(), "one-back");
    namespace.deploy("Widget", "one", "{}");
    create(namespace, new ServiceAccount(), "one-done");
    namespace.deploy("Widget", "one", "{color: red}");
    assertNotNull(namespace.get(ConfigMap.class, "one-made"));

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-made")));
    throughout(
        Duration.ofSeconds(1),
        () -> {
          assertUnmarked(namespace.existing(ConfigMap.class, "one-back"));
          assertUnmarked(namespace.existing(Secret.class, "one-back"));
          assertUnmarked(namespace.existing(ServiceAccount.class, "one-done"));
        });
  }

  /** Helm deletes by name what the newest revision names, also of a failed one. */
  @Test
  void whenAPersonsObjectHasTheNameOfOneThatAFailedRevisionNames(TestNamespace namespace) {
    operate(namespace, data(), "remediation: {upgrade: retry, retries: 0}");
    namespace.deploy("Widget", "one", "{}");
    namespace.apply("Widget", "one", "{late: true}");
    namespace.awaitReason("Widget", "one", "Stalled", "RetriesExceeded");
    var mine = new PersistentVolumeClaim();
    mine.setSpec(namespace.existing(PersistentVolumeClaim.class, "one-data").getSpec());
    mine.getSpec().setVolumeName(null);
    create(namespace, mine, "one-late");

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertUnmarked(namespace.existing(PersistentVolumeClaim.class, "one-late"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
  }

  private static void assertUnmarked(HasMetadata object) {
    assertNull(object.getMetadata().getDeletionTimestamp());
    assertEquals(List.of(), object.getMetadata().getOwnerReferences());
    assertEquals(Map.of(), object.getMetadata().getLabels());
  }

  private static void create(TestNamespace namespace, HasMetadata object, String name) {
    object.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace.name()).withName(name).build());
    namespace.client().resource(object).create();
  }

  private static void awaitRemoval(TestNamespace namespace, String left) {
    eventually(
        () -> {
          var deployed = namespace.condition("Widget", "one", "Deployed");
          assertEquals("FailureRemoved", deployed.get("reason"), deployed::toString);
          var message = deployed.getOrDefault("message", "");
          assertTrue(message.contains(left), message);
        });
  }

  private static Map<String, String> uids(TestNamespace namespace) {
    return Map.of(
        "claim", uid(namespace.existing(PersistentVolumeClaim.class, "one-data")),
        "map", uid(namespace.existing(ConfigMap.class, "one-colors")));
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  private static String events(TestNamespace namespace, String reason) {
    return namespace.list(Event.class).stream()
        .filter(event -> reason.equals(event.getReason()))
        .map(Event::getMessage)
        .toList()
        .toString();
  }

  private static void deleteReleaseSecrets(TestNamespace namespace) {
    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
  }

  /** As a backup has it. */
  private static ConfigMap restore(ConfigMap original) {
    return new ConfigMapBuilder(original)
        .editMetadata()
        .withUid(null)
        .withResourceVersion(null)
        .withCreationTimestamp(null)
        .withManagedFields(List.of())
        .withOwnerReferences()
        .endMetadata()
        .build();
  }

  private static TestChart data() {
    return TestChart.named("data")
        .values(
            "{color: blue, extra: false, formerly: false, broken: false, late: false, unready: false}")
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
            """);
  }

  /** A second run finds it, and fails. */
  private static final String HOOK =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: "{{ .Release.Name }}-hook"
        annotations: {helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-failed}
      """;

  private static final String HOOKS_THAT_ARE_NOT_THERE =
      """
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
      """;

  private static final String HOLDERS =
      """
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
      """;
}
