package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Helm writes the marks of ownership with the objects. */
@RealNode
class OwnershipMarksIT {

  @Test
  void areOnAnObjectFromItsFirstMoment(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    var created = new Created();
    var watches =
        List.of(created.of(Deployment.class, namespace), created.of(Service.class, namespace));

    namespace.deploy("Widget", "one", "{}");
    eventually(() -> assertEquals(2, created.objects.size()));
    watches.forEach(Watch::close);
    created.objects.values().forEach(meta -> assertOwned(namespace, "Widget", meta));
    var adopted = metadata(namespace, ServiceAccount.class, "one-memcached");
    assertOwned(namespace, "Widget", adopted);
    assertFalse(isWrittenByAdoption(adopted), () -> adopted.getManagedFields().toString());
  }

  @Test
  void areOnAnObjectInFlowStyle(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", styled()));
    namespace.deploy("Widget", "one", "{flow: true}");
    var before = colors(namespace);
    assertOwned(namespace, "Widget", before);
    assertFalse(isWrittenByAdoption(before), () -> before.getManagedFields().toString());

    namespace.apply("Widget", "one", "{flow: false}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertOwned(namespace, "Widget", colors(namespace));
    assertEquals(before.getUid(), colors(namespace).getUid());
  }

  @Test
  void areOnAnExistingObjectThatHelmTakesOver(TestNamespace namespace) {
    var existing =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("one-colors")
            .addToLabels("app.kubernetes.io/managed-by", "Helm")
            .addToAnnotations("meta.helm.sh/release-name", "one")
            .addToAnnotations("meta.helm.sh/release-namespace", namespace.name())
            .endMetadata()
            .build();
    namespace.client().resource(existing).inNamespace(namespace.name()).create();
    namespace.operate(Watching.chart("Widget", styled()));

    namespace.deploy("Widget", "one", "{}");
    assertOwned(namespace, "Widget", colors(namespace));
    assertFalse(isWrittenByAdoption(colors(namespace)));
  }

  @Test
  void leaveReferencesAndLabelsOfTheChart(TestNamespace namespace) {
    var other = new ConfigMapBuilder().withNewMetadata().withName("other").endMetadata().build();
    var uid =
        namespace
            .client()
            .resource(other)
            .inNamespace(namespace.name())
            .create()
            .getMetadata()
            .getUid();
    namespace.operate(Watching.chart("Widget", special()));

    namespace.apply("Widget", "one", "{uid: %s}".formatted(uid));

    // The claim is not ready without a volume.
    eventually(
        () -> {
          var claim = metadata(namespace, PersistentVolumeClaim.class, "one-claim");
          assertOwned(namespace, "Widget", claim);
          assertTrue(isWrittenByAdoption(claim));
          assertOwned(namespace, "Widget", metadata(namespace, ConfigMap.class, "one-labelled"));
          var owned = metadata(namespace, ConfigMap.class, "one-owned");
          assertEquals(
              List.of("one", "other"),
              owned.getOwnerReferences().stream().map(OwnerReference::getName).sorted().toList());
          assertEquals("catamaran", owned.getLabels().get("catamaran.dev/operator"));
        });
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void areThoseOfTheNewOwnerAfterARollback(TestNamespace namespace) {
    var chart = TestChart.breakable();
    var watching =
        Watching.chart("Widget", chart)
            .and(
                "Gadget",
                chart,
                "allowAdoption: true",
                "remediation: {upgrade: rollback, retries: 0}");
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    var gone = colors(namespace).getOwnerReferences().getFirst().getUid();
    assertTrue(manifest(namespace, 1).contains(gone));
    operator.close();
    orphan(namespace);

    namespace.operate(watching);
    namespace.apply("Gadget", "one", "{broken: true}");
    namespace.annotate("Gadget", "one", "catamaran.dev/adopt-release", "true");

    namespace.awaitRevisions("one", "1 superseded", "2 failed", "3 deployed");
    assertFalse(manifest(namespace, 3).contains(gone), () -> manifest(namespace, 3));
    eventually(() -> assertOwned(namespace, "Gadget", colors(namespace)));
    throughout(Duration.ofSeconds(2), () -> assertOwned(namespace, "Gadget", colors(namespace)));
  }

  private static void orphan(TestNamespace namespace) {
    var widget = namespace.resource("Widget", "one");
    widget.withPropagationPolicy(DeletionPropagation.ORPHAN).delete();
    TestNamespace.edit(
        widget,
        found -> {
          found.getMetadata().getFinalizers().remove("catamaran.dev/uninstall-release");
          return found;
        });
    eventually(() -> assertNull(widget.get()));
    eventually(() -> assertEquals(List.of(), colors(namespace).getOwnerReferences()));
  }

  /** Metadata of objects at their creation, by kind. */
  private static final class Created {
    final Map<String, ObjectMeta> objects = new ConcurrentHashMap<>();

    <T extends HasMetadata> Watch of(Class<T> type, TestNamespace namespace) {
      return namespace
          .client()
          .resources(type)
          .inNamespace(namespace.name())
          .watch(
              new Watcher<T>() {
                @Override
                public void eventReceived(Action action, T object) {
                  if (action == Action.ADDED) {
                    objects.put(object.getKind(), object.getMetadata());
                  }
                }

                @Override
                public void onClose(WatcherException cause) {}
              });
    }
  }

  private static ObjectMeta colors(TestNamespace namespace) {
    return metadata(namespace, ConfigMap.class, "one-colors");
  }

  private static ObjectMeta metadata(
      TestNamespace namespace, Class<? extends HasMetadata> type, String name) {
    return namespace.existing(type, name).getMetadata();
  }

  private static String manifest(TestNamespace namespace, int revision) {
    return TestEngine.of(namespace, "one").payload(revision).path("manifest").asText();
  }

  private static boolean isWrittenByAdoption(ObjectMeta meta) {
    return meta.getManagedFields().stream()
        .anyMatch(entry -> entry.getManager().equals("catamaran-owner"));
  }

  private static void assertOwned(TestNamespace namespace, String kind, ObjectMeta meta) {
    assertNotNull(meta.getLabels(), meta::toString);
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(1, meta.getOwnerReferences().size());
    var owner = meta.getOwnerReferences().getFirst();
    assertEquals(namespace.primary(kind, "one").getMetadata().getUid(), owner.getUid());
    assertEquals(kind, owner.getKind());
    assertEquals(true, owner.getController());
    assertEquals(true, owner.getBlockOwnerDeletion());
  }

  private static Path styled() {
    return TestChart.named("styled")
        .values("flow: false")
        .template(
            "colors.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            {{- if .Values.flow }}
            metadata: {name: "{{ .Release.Name }}-colors"}
            {{- else }}
            metadata:
              name: "{{ .Release.Name }}-colors"
            {{- end }}
            """)
        .path();
  }

  private static Path special() {
    return TestChart.named("special")
        .template(
            "objects.yaml",
            """
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
            """)
        .path();
  }
}
