package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ClusterScopedIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata:
        name: "{{ .Release.Namespace }}-{{ .Release.Name }}"
        {{- if .Values.placed }}
        namespace: kube-system
        {{- end }}
      rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
      """;

  @Test
  void deploysRepairsAndUninstallsInItsTargetNamespace(TestNamespace namespace) {
    namespace.operate(
        watching(namespace, "targetNamespace: '{{ .spec.home }}'", "allowOtherNamespaces: true"));
    var realm = apply(namespace);
    awaitCondition(realm, "Ready", "True", "");
    var name = realm.get().getMetadata().getName();
    assertEquals(List.of("1 deployed"), namespace.revisions(name));
    var role = role(namespace, name);
    for (var object : List.of(made(namespace), role.require())) {
      assertEquals(
          List.of(realm.get().getMetadata().getUid()),
          object.getMetadata().getOwnerReferences().stream().map(OwnerReference::getUid).toList());
    }
    var events =
        namespace
            .client()
            .v1()
            .events()
            .inNamespace("default")
            .withField("involvedObject.uid", realm.get().getMetadata().getUid());
    eventually(() -> assertFalse(events.list().getItems().isEmpty()));

    var before = made(namespace).getMetadata().getUid();
    namespace.client().resource(made(namespace)).delete();
    eventually(() -> assertNotEquals(before, made(namespace).getMetadata().getUid()));

    realm.delete();
    eventually(() -> assertNull(realm.get()));
    assertEquals(List.of(), namespace.revisions(name));
    eventually(() -> assertNull(role.get()));
  }

  @Test
  void reportsAMissingTargetNamespace(TestNamespace namespace) {
    namespace.operate(watching(namespace));
    var realm = apply(namespace);

    awaitCondition(
        realm,
        "Ready",
        "False",
        "a cluster-scoped custom resource has no namespace for its release; set targetNamespace in"
            + " watches.yaml");
    realm.delete();
    eventually(() -> assertNull(realm.get()));
  }

  /** The API server removes the namespace. Each pass looks for objects that no manifest has. */
  @Test
  void keepsAnObjectWithANamespaceInItsManifest(TestNamespace namespace) {
    var operator =
        namespace.operate(
            Watching.chart(
                "Widget",
                chart(),
                "remediation: {upgrade: keep}",
                "watchDependentResources: false"),
            PERIOD);
    var placed = namespace.widget("placed").deploy("{placed: true}");
    var failed = namespace.widget("failed").deploy("{}");
    var uids = List.of(uid(placed), uid(failed));
    failed.apply("{placed: true, broken: true}");
    failed.awaitStatus("ReleaseFailed", "True");
    failed.deploy("{}");

    Rest.during(
        () -> operator.passes("Widget"),
        4,
        () -> assertEquals(uids, List.of(uid(placed), uid(failed))));
    assertEquals(List.of("1 deployed"), placed.revisions());
    assertTrue(failed.revisions().getLast().endsWith(" deployed"));
    for (var one : List.of(placed, failed)) {
      one.delete();
      one.awaitGone();
      assertNull(role(namespace, one.name()).get());
    }
  }

  private static String uid(TestPrimary one) {
    return role(one.namespace(), one.name()).require().getMetadata().getUid();
  }

  private static Resource<ClusterRole> role(TestNamespace namespace, String release) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-" + release);
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

  private static void awaitCondition(
      Resource<GenericKubernetesResource> realm, String type, String status, String part) {
    eventually(
        () -> {
          List<Map<String, Object>> conditions = realm.get().get("status", "conditions");
          assertTrue(
              conditions.stream()
                  .filter(found -> type.equals(found.get("type")))
                  .filter(found -> status.equals(found.get("status")))
                  .anyMatch(found -> String.valueOf(found.get("message")).contains(part)),
              conditions::toString);
        });
  }

  private static ConfigMap made(TestNamespace namespace) {
    return namespace.existing(ConfigMap.class, namespace.name() + "-realm-made");
  }

  private static Path chart() {
    return TestChart.named("placed")
        .values("{placed: false, broken: false}")
        .configMap("made", "by", "it")
        .template("role.yaml", ROLE)
        .template(
            "broken.yaml",
            """
            {{- if .Values.broken }}
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {type: NodePort, ports: [{port: 80, nodePort: 99999}]}
            {{- end }}
            """)
        .path();
  }
}
