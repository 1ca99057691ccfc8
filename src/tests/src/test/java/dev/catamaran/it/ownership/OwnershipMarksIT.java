package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Helm writes the marks of ownership with the objects. */
@RealNode
class OwnershipMarksIT {
  private static final TestChart CHART =
      TestChart.named("marked")
          .values("{flow: true, uid: none, broken: false}")
          .template(
              "objects.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              {{- if .Values.flow }}
              metadata: {name: "{{ .Release.Name }}-colors"}
              {{- else }}
              metadata:
                name: "{{ .Release.Name }}-colors"
              {{- end }}
              {{- if ne .Values.uid "none" }}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata:
                name: "{{ .Release.Name }}-owned"
                ownerReferences:
                - {apiVersion: v1, kind: ConfigMap, name: other, uid: "{{ .Values.uid }}"}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata:
                name: "{{ .Release.Name }}-labelled"
                labels:
                  catamaran.dev/operator: theirs
              ---
              apiVersion: v1
              kind: PersistentVolumeClaim
              metadata:
                name: "{{ .Release.Name }}-claim"
              spec:
                accessModes: [ReadWriteOnce]
                resources: {requests: {storage: 1Mi}}
              {{- end }}
              {{- if .Values.broken }}
              ---
              apiVersion: v1
              kind: Service
              metadata: {name: "{{ .Release.Name }}"}
              spec: {type: NodePort, ports: [{port: 80, nodePort: 99999}]}
              {{- end }}
              """);

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", CHART.path())
              .and("Gadget", CHART.path(), "allowAdoption: true", "remediation: {retries: 0}")
              .and("Gizmo", TestChart.memcached()));

  @Test
  void areOnAnObjectFromItsFirstMoment(@OfKind("Gizmo") TestPrimary one) {
    var created = new Created(one.name());
    var watches = List.of(created.of(Deployment.class, one), created.of(Service.class, one));

    one.deploy("{}");
    eventually(() -> assertEquals(2, created.objects.size()));
    watches.forEach(Watch::close);
    created.objects.values().forEach(meta -> assertOwned(one, meta));
    var adopted = metadata(one, ServiceAccount.class, "memcached");
    assertOwned(one, adopted);
    assertFalse(isWrittenByAdoption(adopted), () -> adopted.getManagedFields().toString());
  }

  @Test
  void areOnAnObjectInFlowStyle(TestPrimary one) {
    one.deploy("{flow: true}");
    var before = colors(one);
    assertOwned(one, before);
    assertFalse(isWrittenByAdoption(before), () -> before.getManagedFields().toString());

    one.apply("{flow: false}");
    one.awaitRevisions("1 superseded", "2 deployed");
    assertOwned(one, colors(one));
    assertEquals(before.getUid(), colors(one).getUid());
  }

  @Test
  void areOnAnExistingObjectThatHelmTakesOver(TestPrimary one) {
    one.load(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: RELEASE-colors
          labels: {app.kubernetes.io/managed-by: Helm}
          annotations: {meta.helm.sh/release-name: RELEASE, meta.helm.sh/release-namespace: NAMESPACE}
        """);

    one.deploy("{}");
    assertOwned(one, colors(one));
    assertFalse(isWrittenByAdoption(colors(one)));
  }

  @Test
  void leaveReferencesAndLabelsOfTheChart(TestPrimary one) {
    var uid = one.namespace().configMap("other", Map.of()).getMetadata().getUid();

    one.apply("{uid: %s}".formatted(uid));

    // The claim is not ready without a volume.
    eventually(
        () -> {
          var claim = metadata(one, PersistentVolumeClaim.class, "claim");
          assertOwned(one, claim);
          assertTrue(isWrittenByAdoption(claim));
          assertOwned(one, metadata(one, ConfigMap.class, "labelled"));
          var owned = metadata(one, ConfigMap.class, "owned");
          assertEquals(
              Set.of(one.name(), "other"),
              owned.getOwnerReferences().stream()
                  .map(OwnerReference::getName)
                  .collect(Collectors.toSet()));
          assertEquals("catamaran", owned.getLabels().get("catamaran.dev/operator"));
        });
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void areThoseOfTheNewOwnerAfterARollback(TestPrimary one) {
    var next = one.part("Gadget", "");
    one.deploy("{}");
    var gone = one.uid();
    assertTrue(newestManifest(one).contains(gone));
    OPERATOR.operator().stop();
    one.delete(DeletionPropagation.ORPHAN);
    one.edit(
        ConfigMap.class,
        "colors",
        found -> {
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });
    one.patch("{metadata: {finalizers: null}}");
    eventually(() -> assertNull(one.primary()));

    OPERATOR.operator().start();
    next.apply("{broken: true}");
    next.annotate("catamaran.dev/adopt-release", "true");

    next.awaitRevisions("1 superseded", "2 failed", "3 deployed");
    assertFalse(newestManifest(one).contains(gone), () -> newestManifest(one));
    eventually(() -> assertOwned(next, colors(next)));
    Rest.after(OPERATOR.operator(), next, () -> next.annotate("example.com/look", "again"));
    assertOwned(next, colors(next));
  }

  /** Metadata of objects at their creation, by kind. */
  private static final class Created {
    final Map<String, ObjectMeta> objects = new ConcurrentHashMap<>();
    private final String release;

    Created(String release) {
      this.release = release;
    }

    <T extends HasMetadata> Watch of(Class<T> type, TestPrimary one) {
      return one.client()
          .resources(type)
          .inNamespace(one.namespace().name())
          .watch(
              new Watcher<T>() {
                @Override
                public void eventReceived(Action action, T object) {
                  if (action == Action.ADDED
                      && object.getMetadata().getName().startsWith(release)) {
                    objects.put(object.getKind(), object.getMetadata());
                  }
                }

                @Override
                public void onClose(WatcherException cause) {}
              });
    }
  }

  private static ObjectMeta colors(TestPrimary one) {
    return metadata(one, ConfigMap.class, "colors");
  }

  private static ObjectMeta metadata(
      TestPrimary one, Class<? extends HasMetadata> type, String suffix) {
    return one.existing(type, suffix).getMetadata();
  }

  private static String newestManifest(TestPrimary one) {
    return StoredRelease.newest(one.namespace(), one.name()).path("manifest").asText();
  }

  private static boolean isWrittenByAdoption(ObjectMeta meta) {
    return meta.getManagedFields().stream()
        .anyMatch(entry -> entry.getManager().equals("catamaran-owner"));
  }

  private static void assertOwned(TestPrimary one, ObjectMeta meta) {
    assertNotNull(meta.getLabels(), meta::toString);
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(1, meta.getOwnerReferences().size());
    var owner = meta.getOwnerReferences().getFirst();
    assertEquals(one.uid(), owner.getUid());
    assertEquals(one.kind(), owner.getKind());
    assertEquals(true, owner.getController());
    assertEquals(true, owner.getBlockOwnerDeletion());
  }
}
