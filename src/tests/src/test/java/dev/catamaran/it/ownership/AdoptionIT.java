package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@RealNode
class AdoptionIT {

  @Test
  void setsAnOwnerReferenceInTheNamespaceOfThePrimary(TestNamespace namespace) {
    deploy(namespace);

    assertOwned(namespace, namespace.existing(ConfigMap.class, "one-colors"));
    assertOwned(namespace, namespace.primary("Gadget", "one-gadget"));
  }

  @Test
  void setsAnnotationsOnClusterScopedObjects(TestNamespace namespace) {
    deploy(namespace);

    var meta = clusterRole(namespace).getMetadata();
    assertEquals(List.of(), meta.getOwnerReferences());
    assertEquals(
        namespace.name() + "/one", meta.getAnnotations().get("operator-sdk/primary-resource"));
    assertEquals(
        "Widget.test.catamaran.dev",
        meta.getAnnotations().get("operator-sdk/primary-resource-type"));
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
  }

  @Test
  void runsHooksAndOwnsTheirRemainingObjects(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", hooked()));
    namespace.deploy("Widget", "one", "{}");

    var job = namespace.existing(Job.class, "one-prepare");
    assertEquals(1, job.getStatus().getSucceeded());
    assertOwned(namespace, job);
    assertNull(namespace.get(ConfigMap.class, "one-scratch"));
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.get(Job.class, "one-prepare")));
  }

  @Test
  void isContinuedUnderAnotherLeaderElectionId(TestNamespace namespace) {
    var watching =
        Watching.chart(
            "Widget",
            TestChart.named("colors")
                .values("{color: blue}")
                .configMap("colors", "color", "\"{{ .Values.color }}\"")
                .path());
    var former = namespace.launch(watching, elected(namespace, "former"));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    assertEquals("former", operatorOf(namespace));
    var uid = namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid();
    former.terminate();
    assertEquals(0, former.awaitExit(Duration.ofMinutes(1)), former::log);

    namespace.launch(watching, elected(namespace, "present"));

    eventually(() -> assertEquals("present", operatorOf(namespace)));
    assertEquals(uid, namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid());
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    namespace.client().configMaps().inNamespace(namespace.name()).withName("one-colors").delete();
    eventually(() -> assertEquals("blue", namespace.data("one-colors").get("color")));
    assertEquals("present", operatorOf(namespace));
    namespace.apply("Widget", "one", "{color: red}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals("red", namespace.data("one-colors").get("color"));
    assertEquals("present", operatorOf(namespace));

    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
  }

  private static String[] elected(TestNamespace namespace, String id) {
    return new String[] {
      "--leader-elect",
      "--leader-election-id=" + id,
      "--leader-election-namespace=" + namespace.name()
    };
  }

  private static String operatorOf(TestNamespace namespace) {
    return namespace
        .existing(ConfigMap.class, "one-colors")
        .getMetadata()
        .getLabels()
        .get("catamaran.dev/operator");
  }

  @Test
  void isCompletedAfterARestart(TestNamespace namespace) {
    var watching = watching();
    var operator = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    operator.close();
    disown(namespace.client().configMaps().inNamespace(namespace.name()).withName("one-colors"));
    disown(namespace.resource("Gadget", "one-gadget"));
    disown(clusterRoleOf(namespace));

    namespace.operate(watching);

    eventually(
        () -> {
          assertOwned(namespace, namespace.existing(ConfigMap.class, "one-colors"));
          assertOwned(namespace, namespace.primary("Gadget", "one-gadget"));
          assertEquals(
              "catamaran",
              clusterRole(namespace).getMetadata().getLabels().get("catamaran.dev/operator"));
        });
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void restoresEditedOwnershipMetadata(TestNamespace namespace) {
    deploy(namespace);

    namespace.edit(
        ConfigMap.class,
        "one-colors",
        found -> {
          var meta = found.getMetadata();
          meta.getOwnerReferences().getFirst().setController(false);
          meta.getLabels().put("app.kubernetes.io/managed-by", "me");
          meta.getAnnotations().put("meta.helm.sh/release-name", "other");
          meta.getAnnotations().remove("meta.helm.sh/release-namespace");
          return found;
        });

    eventually(
        () -> {
          var object = namespace.existing(ConfigMap.class, "one-colors");
          assertOwned(namespace, object);
          var meta = object.getMetadata();
          assertEquals("Helm", meta.getLabels().get("app.kubernetes.io/managed-by"));
          assertEquals("one", meta.getAnnotations().get("meta.helm.sh/release-name"));
          assertEquals(
              namespace.name(), meta.getAnnotations().get("meta.helm.sh/release-namespace"));
        });
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  private static void deploy(TestNamespace namespace) {
    namespace.operate(watching());
    namespace.deploy("Widget", "one", "{}");
  }

  private static void assertOwned(TestNamespace namespace, HasMetadata object) {
    assertNotNull(object);
    var meta = object.getMetadata();
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(1, meta.getOwnerReferences().size());
    var owner = meta.getOwnerReferences().getFirst();
    assertEquals("Widget", owner.getKind());
    assertEquals(namespace.primary("Widget", "one").getMetadata().getUid(), owner.getUid());
    assertEquals(true, owner.getController());
  }

  /** Removes the ownership metadata of the operator and keeps the metadata of Helm. */
  private static <T extends HasMetadata> void disown(Resource<T> object) {
    TestNamespace.edit(
        object,
        found -> {
          var meta = found.getMetadata();
          meta.getLabels().remove("catamaran.dev/operator");
          meta.setOwnerReferences(List.of());
          meta.getAnnotations().keySet().removeIf(key -> key.startsWith("operator-sdk/"));
          return found;
        });
  }

  private static ClusterRole clusterRole(TestNamespace namespace) {
    return clusterRoleOf(namespace).get();
  }

  private static Resource<ClusterRole> clusterRoleOf(TestNamespace namespace) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-one");
  }

  private static Watching watching() {
    return Watching.chart(
        "Widget",
        TestChart.named("wide")
            .configMap("colors", "color", "blue")
            .template(
                "others.yaml",
                """
                apiVersion: test.catamaran.dev/v1
                kind: Gadget
                metadata: {name: "{{ .Release.Name }}-gadget"}
                spec: {}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
                rules: []
                """)
            .path());
  }

  private static Path hooked() {
    return TestChart.named("hooked")
        .configMap("colors", "color", "blue")
        .template(
            "hooks.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-scratch"
              annotations:
                helm.sh/hook: pre-install
                helm.sh/hook-weight: "-1"
                helm.sh/hook-delete-policy: hook-succeeded
            ---
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: "{{ .Release.Name }}-prepare"
              annotations: {helm.sh/hook: pre-install}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers:
                  - {name: prepare, image: "memcached:1.6-alpine", command: [memcached, -V]}
            """)
        .path();
  }
}
