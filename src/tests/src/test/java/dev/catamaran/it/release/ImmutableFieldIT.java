package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.LiveReleaseObjects;
import dev.catamaran.cluster.Recreation.Result;
import dev.catamaran.cluster.UnwatchedDescendants;
import dev.catamaran.fixture.Eventually;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;

@RealNode
class ImmutableFieldIT {

  @Test
  void recreatesAStatefulSetAndKeepsItsPods(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(database(), "{policy: OrderedReady}");
    Eventually.eventually(() -> namespace.existing(Pod.class, "one-db-0"));
    var pod = namespace.existing(Pod.class, "one-db-0").getMetadata().getUid();
    var set = namespace.existing(StatefulSet.class, "one-db").getMetadata().getUid();

    var refusal =
        assertThrows(EngineException.class, () -> helm.upgrade(database(), "{policy: Parallel}"));
    var immutable = assertInstanceOf(Immutable.class, refusal.failure());
    assertEquals("StatefulSet one-db", immutable.kind() + " " + immutable.name());
    var failed = helm.revision(2);
    assertInstanceOf(Immutable.class, failed.failure().orElseThrow());

    assertInstanceOf(
        Result.Deleted.class, objects(namespace).delete(key(immutable), helm.release()));
    helm.upgrade(database(), "{policy: Parallel}");

    assertEquals(RevisionStatus.DEPLOYED, helm.revision(3).status());
    var recreated = namespace.existing(StatefulSet.class, "one-db");
    assertEquals("Parallel", recreated.getSpec().getPodManagementPolicy());
    assertTrue(!recreated.getMetadata().getUid().equals(set));
    Eventually.eventually(
        () -> {
          var adopted = namespace.existing(Pod.class, "one-db-0").getMetadata();
          assertEquals(pod, adopted.getUid());
          assertEquals(
              recreated.getMetadata().getUid(), adopted.getOwnerReferences().getFirst().getUid());
        });
  }

  @Test
  void neverDeletesAClaim(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(claim(), "{mode: ReadWriteOnce}");
    var uid = namespace.existing(PersistentVolumeClaim.class, "one-data").getMetadata().getUid();

    var refusal =
        assertThrows(EngineException.class, () -> helm.upgrade(claim(), "{mode: ReadOnlyMany}"));
    var immutable = assertInstanceOf(Immutable.class, refusal.failure());
    assertEquals("PersistentVolumeClaim", immutable.kind());

    var result = objects(namespace).delete(key(immutable), helm.release());
    assertTrue(assertInstanceOf(Result.Refused.class, result).why().contains("data would be lost"));
    assertEquals(
        uid, namespace.existing(PersistentVolumeClaim.class, "one-data").getMetadata().getUid());
  }

  @Test
  void keepsAnObjectOfAnotherOwner(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(database(), "{policy: OrderedReady}");
    namespace
        .client()
        .resource(namespace.existing(StatefulSet.class, "one-db"))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            """
            {"metadata": {"annotations": {"meta.helm.sh/release-name": "other"}}}
            """);

    var result =
        objects(namespace).delete(key(new Immutable("StatefulSet", "one-db", "")), helm.release());

    assertTrue(assertInstanceOf(Result.Refused.class, result).why().contains("does not belong"));
    namespace.existing(StatefulSet.class, "one-db");
  }

  private static ObjectKey key(Immutable immutable) {
    var version = immutable.kind().equals("StatefulSet") ? "apps/v1" : "v1";
    return new ObjectKey(version, immutable.kind(), "", immutable.name());
  }

  private static LiveReleaseObjects objects(TestNamespace namespace) {
    var client = namespace.client();
    return LiveReleaseObjects.of(
        client,
        new ApiResources(client),
        new UnwatchedDescendants(),
        WatchedNamespaces.all(),
        Clock.systemUTC());
  }

  /** A StatefulSet whose immutable field follows the values. */
  static Path database() {
    return TestChart.named("database")
        .template(
            "db.yaml",
            """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: "{{ .Release.Name }}-db"}
            spec:
              podManagementPolicy: {{ .Values.policy }}
              serviceName: db
              replicas: 1
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec:
                  containers: [{name: db, image: "memcached:1.6-alpine"}]
            """)
        .path();
  }

  private static Path claim() {
    return TestChart.named("claim")
        .template(
            "data.yaml",
            """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}-data"}
            spec:
              accessModes: [{{ .Values.mode }}]
              resources: {requests: {storage: 1Mi}}
            """)
        .path();
  }
}
