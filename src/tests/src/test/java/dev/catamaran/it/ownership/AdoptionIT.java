package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class AdoptionIT {
  private static final String HOOKED = "Gizmo";

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
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
                      .path())
              .and(
                  HOOKED,
                  TestChart.named("hooked")
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
                          metadata: {name: "{{ .Release.Name }}-prepare", annotations: {helm.sh/hook: pre-install}}
                          spec:
                            template:
                              spec:
                                restartPolicy: Never
                                containers:
                                - {name: prepare, image: "memcached:1.6-alpine", command: [memcached, -V]}
                          """)
                      .path()));

  @Test
  void marksTheObjectsOfARelease(TestPrimary one) {
    one.deploy("{}");

    assertOwned(one, one.existing(ConfigMap.class, "colors"));
    assertOwned(one, one.part("Gadget", "gadget").resource().require());
    // A cluster-scoped object has no owner reference to an object of a namespace.
    var meta = clusterRole(one).require().getMetadata();
    assertEquals(List.of(), meta.getOwnerReferences());
    assertEquals(
        one.namespace().name() + "/" + one.name(),
        meta.getAnnotations().get("operator-sdk/primary-resource"));
    assertEquals(
        "Widget.test.catamaran.dev",
        meta.getAnnotations().get("operator-sdk/primary-resource-type"));
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
  }

  @Test
  void runsHooksAndOwnsTheirRemainingObjects(@OfKind(HOOKED) TestPrimary one) {
    one.deploy("{}");

    var job = one.existing(Job.class, "prepare");
    assertEquals(1, job.getStatus().getSucceeded());
    assertOwned(one, job);
    assertNull(one.get(ConfigMap.class, "scratch"));
    one.delete();
    one.awaitGone(Job.class, "prepare");
  }

  @Test
  void isContinuedUnderAnotherLeaderElectionId(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    var one = namespace.widget("one");
    var former = namespace.launch(watching, elected(namespace, "former"));
    one.deploy("{}");
    awaitOperator(one, "former");
    var uid = one.uid(ConfigMap.class, "colors");
    former.terminate();
    assertEquals(0, former.awaitExit(Duration.ofMinutes(1)), former::log);

    namespace.launch(watching, elected(namespace, "present"));

    awaitOperator(one, "present");
    assertEquals(uid, one.uid(ConfigMap.class, "colors"));
    assertEquals(List.of("1 deployed"), one.revisions());
    one.delete(ConfigMap.class, "colors");
    one.awaitData("colors", "color", "blue");
    awaitOperator(one, "present");
    one.apply("{color: red}");
    one.awaitRevisions("1 superseded", "2 deployed");
    assertEquals("red", one.data("colors").get("color"));
    awaitOperator(one, "present");

    one.delete();
    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "colors"));
  }

  private static String[] elected(TestNamespace namespace, String id) {
    return new String[] {
      "--leader-elect",
      "--leader-election-id=" + id,
      "--leader-election-namespace=" + namespace.name()
    };
  }

  private static void awaitOperator(TestPrimary one, String id) {
    eventually(
        () ->
            assertEquals(
                id,
                one.existing(ConfigMap.class, "colors")
                    .getMetadata()
                    .getLabels()
                    .get("catamaran.dev/operator")));
  }

  @Test
  void isCompletedAfterARestart(TestPrimary one) {
    one.deploy("{}");
    OPERATOR.operator().stop();
    one.edit(ConfigMap.class, "colors", AdoptionIT::disowned);
    TestNamespace.edit(one.part("Gadget", "gadget").resource(), AdoptionIT::disowned);
    TestNamespace.edit(clusterRole(one), AdoptionIT::disowned);

    OPERATOR.operator().start();

    eventually(
        () -> {
          assertOwned(one, one.existing(ConfigMap.class, "colors"));
          assertOwned(one, one.part("Gadget", "gadget").resource().require());
          assertEquals(
              "catamaran",
              clusterRole(one).require().getMetadata().getLabels().get("catamaran.dev/operator"));
        });
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void restoresEditedOwnershipMetadata(TestPrimary one) {
    one.deploy("{}");

    one.edit(
        ConfigMap.class,
        "colors",
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
          var object = one.existing(ConfigMap.class, "colors");
          assertOwned(one, object);
          var meta = object.getMetadata();
          assertEquals("Helm", meta.getLabels().get("app.kubernetes.io/managed-by"));
          assertEquals(one.name(), meta.getAnnotations().get("meta.helm.sh/release-name"));
          assertEquals(
              one.namespace().name(), meta.getAnnotations().get("meta.helm.sh/release-namespace"));
        });
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  private static void assertOwned(TestPrimary one, HasMetadata object) {
    var meta = object.getMetadata();
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(1, meta.getOwnerReferences().size());
    var owner = meta.getOwnerReferences().getFirst();
    assertEquals(one.kind(), owner.getKind());
    assertEquals(one.uid(), owner.getUid());
    assertEquals(true, owner.getController());
  }

  /** Without the ownership metadata of the operator, and with that of Helm. */
  private static <T extends HasMetadata> T disowned(T found) {
    var meta = found.getMetadata();
    meta.getLabels().remove("catamaran.dev/operator");
    meta.setOwnerReferences(List.of());
    meta.getAnnotations().keySet().removeIf(key -> key.startsWith("operator-sdk/"));
    return found;
  }

  private static Resource<ClusterRole> clusterRole(TestPrimary one) {
    var name = one.namespace().name() + "-" + one.name();
    return one.client().rbac().clusterRoles().withName(name);
  }
}
