package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@RealNode
class ClusterScopedIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration SEVERAL_PERIODS = Duration.ofMillis(4500);

  @Test
  void deploysRepairsAndUninstallsInItsTargetNamespace(TestNamespace namespace) {
    namespace.operate(
        watching(namespace, "targetNamespace: '{{ .spec.home }}'", "allowOtherNamespaces: true"));
    var realm = apply(namespace);
    eventually(() -> assertEquals("True", condition(realm, "Ready").get("status")));

    assertEquals(List.of("1 deployed"), namespace.revisions(realm.get().getMetadata().getName()));
    assertOwned(realm, made(namespace));
    assertOwned(realm, clusterRole(namespace));
    eventually(
        () ->
            assertFalse(
                namespace
                    .client()
                    .v1()
                    .events()
                    .inNamespace("default")
                    .withField("involvedObject.uid", realm.get().getMetadata().getUid())
                    .list()
                    .getItems()
                    .isEmpty()));

    var before = made(namespace).getMetadata().getUid();
    namespace.client().resource(made(namespace)).delete();
    eventually(() -> assertNotEquals(before, made(namespace).getMetadata().getUid()));

    realm.delete();
    eventually(() -> assertNull(realm.get()));
    assertEquals(List.of(), namespace.revisions(namespace.name() + "-realm"));
    eventually(() -> assertNull(clusterRole(namespace)));
  }

  @Test
  void reportsAMissingTargetNamespace(TestNamespace namespace) {
    namespace.operate(watching(namespace));
    var realm = apply(namespace);
    eventually(
        () ->
            assertEquals(
                Map.of(
                    "status",
                    "True",
                    "reason",
                    "InvalidPlace",
                    "message",
                    "a cluster-scoped primary has no namespace for its release; set targetNamespace"
                        + " in watches.yaml"),
                condition(realm, "Stalled")));

    realm.delete();
    eventually(() -> assertNull(realm.get()));
  }

  /** The API server removes the namespace. Each pass looks for objects that no manifest has. */
  @Test
  void keepsAnObjectWithANamespaceInItsManifest(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", placed()), PERIOD);
    namespace.deploy("Widget", "one", "{placed: true}");
    var before = placedUid(namespace);

    throughout(SEVERAL_PERIODS, () -> assertEquals(before, placedUid(namespace)));

    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    uninstallPlaced(namespace);
  }

  @Test
  void keepsAnObjectThatHadANamespaceInAFailedRevision(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", placed(), "remediation: {upgrade: keep}"));
    namespace.deploy("Widget", "one", "{}");
    var before = placedUid(namespace);
    namespace.apply("Widget", "one", "{placed: true, broken: true}");
    eventually(
        () ->
            assertEquals(
                "True", namespace.condition("Widget", "one", "ReleaseFailed").get("status")));

    namespace.deploy("Widget", "one", "{}");

    assertTrue(namespace.revisions("one").getLast().endsWith(" deployed"));
    assertEquals(before, placedUid(namespace));
    uninstallPlaced(namespace);
  }

  private static void uninstallPlaced(TestNamespace namespace) {
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertNull(placedRole(namespace));
  }

  private static String placedUid(TestNamespace namespace) {
    var role = placedRole(namespace);
    assertNotNull(role);
    return role.getMetadata().getUid();
  }

  private static @Nullable ClusterRole placedRole(TestNamespace namespace) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-one").get();
  }

  private static Path placed() {
    return TestChart.named("placed")
        .values("{placed: false, broken: false}")
        .template(
            "role.yaml",
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: "{{ .Release.Namespace }}-{{ .Release.Name }}"
              {{- if .Values.placed }}
              namespace: kube-system
              {{- end }}
            rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
            """)
        .template(
            "broken.yaml",
            """
            {{- if .Values.broken }}
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{port: 99999}]}
            {{- end }}
            """)
        .path();
  }

  /** Realms have no namespace. A label separates the tests. */
  private static Watching watching(TestNamespace namespace, String... options) {
    var all = new ArrayList<>(List.of(options));
    all.add("selector: {matchLabels: {test: %s}}".formatted(namespace.name()));
    return Watching.chart("Realm", chart(), all.toArray(String[]::new));
  }

  private static Resource<GenericKubernetesResource> apply(TestNamespace namespace) {
    var object =
        """
        apiVersion: test.catamaran.dev/v1
        kind: Realm
        metadata: {name: %1$s-realm, labels: {test: %1$s}}
        spec: {home: %1$s}
        """
            .formatted(namespace.name());
    var realm =
        namespace
            .primaries("Realm")
            .resource(Serialization.unmarshal(object, GenericKubernetesResource.class));
    realm.create();
    return realm;
  }

  private static Map<String, String> condition(
      Resource<GenericKubernetesResource> realm, String type) {
    List<Map<String, Object>> conditions = realm.get().get("status", "conditions");
    return Optional.ofNullable(conditions).orElse(List.of()).stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst()
        .map(
            condition ->
                Map.of(
                    "status", String.valueOf(condition.get("status")),
                    "reason", String.valueOf(condition.get("reason")),
                    "message", String.valueOf(condition.get("message"))))
        .orElse(Map.of());
  }

  private static ConfigMap made(TestNamespace namespace) {
    return namespace.existing(ConfigMap.class, namespace.name() + "-realm-made");
  }

  private static @Nullable ClusterRole clusterRole(TestNamespace namespace) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-realm").get();
  }

  private static void assertOwned(
      Resource<GenericKubernetesResource> realm, @Nullable HasMetadata object) {
    assertNotNull(object);
    assertEquals(
        List.of(realm.get().getMetadata().getUid()),
        object.getMetadata().getOwnerReferences().stream().map(OwnerReference::getUid).toList());
  }

  private static Path chart() {
    return TestChart.named("realms")
        .configMap("made", "by", "it")
        .template(
            "role.yaml",
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: "{{ .Release.Name }}"}
            rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
            """)
        .path();
  }
}
