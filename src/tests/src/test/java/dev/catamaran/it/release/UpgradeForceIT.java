package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import org.junit.jupiter.api.Test;

@RealNode
class UpgradeForceIT {

  @Test
  void reportsAnImmutableFieldAndRecreatesTheObjectWithForce(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", ImmutableFieldIT.database(), "remediation: {upgrade: keep}"));
    namespace.deploy("Widget", "one", "{policy: OrderedReady}");
    var pod = namespace.existing(Pod.class, "one-db-0").getMetadata().getUid();

    namespace.apply("Widget", "one", "{policy: Parallel}");

    eventually(
        () -> {
          var message = namespace.condition("Widget", "one", "ReleaseFailed").get("message");
          assertTrue(
              String.valueOf(message)
                  .startsWith("StatefulSet one-db has fields that cannot be changed"),
              message);
        });

    allowForce(namespace, "upgrade-force");

    eventually(() -> assertEquals("Parallel", policy(namespace)));
    namespace.awaitReady("Widget", "one");
    assertEquals(pod, namespace.existing(Pod.class, "one-db-0").getMetadata().getUid());
  }

  @Test
  void recreatesAnObjectDuringARollbackWithItsOwnForceOnly(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", ImmutableFieldIT.database(), "remediation: {upgrade: keep}"));
    namespace.apply("Widget", "one", "{policy: OrderedReady}");
    namespace.awaitReady("Widget", "one");
    allowForce(namespace, "upgrade-force");
    namespace.apply("Widget", "one", "{policy: Parallel}");
    eventually(() -> assertEquals("Parallel", policy(namespace)));
    namespace.awaitReady("Widget", "one");
    var set = namespace.existing(StatefulSet.class, "one-db").getMetadata().getUid();
    var pod = namespace.existing(Pod.class, "one-db-0").getMetadata().getUid();

    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");

    eventually(
        () ->
            assertEquals(
                "RollbackError",
                namespace.condition("Widget", "one", "ReleaseFailed").get("reason")));
    var message = namespace.condition("Widget", "one", "ReleaseFailed").get("message");
    assertTrue(
        String.valueOf(message).startsWith("StatefulSet one-db has fields that cannot be changed"),
        message);
    assertEquals(set, namespace.existing(StatefulSet.class, "one-db").getMetadata().getUid());

    allowForce(namespace, "rollback-force");

    eventually(() -> assertEquals("OrderedReady", policy(namespace)));
    namespace.awaitReady("Widget", "one");
    assertTrue(namespace.revisions("one").getLast().endsWith(" deployed"));
    assertEquals(pod, namespace.existing(Pod.class, "one-db-0").getMetadata().getUid());
  }

  private static String policy(TestNamespace namespace) {
    return namespace.existing(StatefulSet.class, "one-db").getSpec().getPodManagementPolicy();
  }

  private static void allowForce(TestNamespace namespace, String annotation) {
    namespace.annotate("Widget", "one", "helm.sdk.operatorframework.io/" + annotation, "true");
  }
}
