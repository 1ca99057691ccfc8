package dev.catamaran.it;

import static dev.catamaran.testcluster.Eventually.eventually;
import static dev.catamaran.testcluster.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.samples.memcached.MemcachedBackup;
import dev.catamaran.samples.memcached.MemcachedBackupSpec;
import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class TypedReconcilerIT {
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final String NAME = "backup";

  @BeforeEach
  void operate(TestNamespace namespace) {
    namespace.operate(Fleet.watching(), PERIOD);
  }

  @Test
  void keepsADeploymentOfTheSizeAskedFor(TestNamespace namespace) {
    create(namespace, 2);

    awaitNodes(namespace, 2);
    var owner = deployment(namespace).getMetadata().getOwnerReferences().getFirst();
    assertEquals("MemcachedBackup", owner.getKind());
    assertEquals(true, owner.getController());
    assertEquals(backup(namespace).get().getMetadata().getUid(), owner.getUid());
  }

  @Test
  void undoesWhatSomeoneScaled(TestNamespace namespace) {
    create(namespace, 2);
    awaitNodes(namespace, 2);

    var before = deployment(namespace).getMetadata().getGeneration();
    namespace.client().apps().deployments().inNamespace(namespace.name()).withName(NAME).scale(5);

    eventually(
        () -> {
          var now = deployment(namespace);
          assertEquals(2, now.getSpec().getReplicas());
          // Scaled once, and undone once: the answer to the first may come after the second.
          assertEquals(before + 2, now.getMetadata().getGeneration());
        });
    awaitNodes(namespace, 2);
  }

  @Test
  void followsTheSize(TestNamespace namespace) {
    create(namespace, 3);
    awaitNodes(namespace, 3);

    resize(namespace, 1);
    awaitNodes(namespace, 1);
    resize(namespace, 0);
    awaitNodes(namespace, 0);
  }

  @Test
  void followsItsPods(TestNamespace namespace) {
    create(namespace, 2);
    awaitNodes(namespace, 2);
    var gone = backup(namespace).get().getStatus().nodes().getFirst();

    namespace.client().pods().inNamespace(namespace.name()).withName(gone).delete();

    eventually(
        () -> assertEquals(false, backup(namespace).get().getStatus().nodes().contains(gone)));
    awaitNodes(namespace, 2);
  }

  @Test
  void theDeploymentGoesWithItsPrimary(TestNamespace namespace) {
    create(namespace, 1);
    awaitNodes(namespace, 1);

    backup(namespace).delete();

    eventually(() -> assertNull(backup(namespace).get()));
    eventually(() -> assertNull(namespace.get(Deployment.class, NAME)));
  }

  @Test
  void leavesADeploymentOfSomebodyElseAlone(TestNamespace namespace) {
    var foreign =
        namespace
            .client()
            .resource(
                new DeploymentBuilder()
                    .withMetadata(
                        new ObjectMetaBuilder()
                            .withName(NAME)
                            .withNamespace(namespace.name())
                            .build())
                    .withNewSpec()
                    .withReplicas(0)
                    .withNewSelector()
                    .addToMatchLabels("of", "somebody")
                    .endSelector()
                    .withNewTemplate()
                    .withNewMetadata()
                    .addToLabels("of", "somebody")
                    .endMetadata()
                    .withNewSpec()
                    .addNewContainer()
                    .withName("other")
                    .withImage("other:1")
                    .endContainer()
                    .endSpec()
                    .endTemplate()
                    .endSpec()
                    .build())
            .create();
    create(namespace, 2);

    eventually(() -> assertEquals("False", ready(namespace)));
    assertEquals(
        foreign.getMetadata().getGeneration(), deployment(namespace).getMetadata().getGeneration());
    assertEquals(0, deployment(namespace).getSpec().getReplicas());
    assertEquals(List.of(), deployment(namespace).getMetadata().getOwnerReferences());
  }

  @Test
  void asksNothingWhileNothingChanges(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    create(namespace, 2);
    awaitNodes(namespace, 2);
    requests.awaitQuiet(PERIOD.dividedBy(2));

    requests.restart();

    throughout(PERIOD.multipliedBy(3), () -> assertEquals(List.of(), requests.beyondUpkeep()));
  }

  private static void create(TestNamespace namespace, int size) {
    var backup = new MemcachedBackup();
    backup.setMetadata(
        new ObjectMetaBuilder().withName(NAME).withNamespace(namespace.name()).build());
    backup.setSpec(new MemcachedBackupSpec(size));
    namespace.client().resource(backup).create();
  }

  private static void resize(TestNamespace namespace, int size) {
    backup(namespace)
        .edit(
            backup -> {
              backup.setSpec(new MemcachedBackupSpec(size));
              return backup;
            });
  }

  private static Resource<MemcachedBackup> backup(TestNamespace namespace) {
    return namespace
        .client()
        .resources(MemcachedBackup.class)
        .inNamespace(namespace.name())
        .withName(NAME);
  }

  private static Deployment deployment(TestNamespace namespace) {
    return namespace.existing(Deployment.class, NAME);
  }

  /** That many pods are ready, and the status names just these, in order. */
  private static void awaitNodes(TestNamespace namespace, int size) {
    eventually(
        () -> {
          var found = backup(namespace).get();
          assertNotNull(found.getStatus());
          assertEquals(size, found.getStatus().nodes().size());
          assertEquals(pods(namespace), found.getStatus().nodes());
          assertEquals("True", ready(namespace));
        });
  }

  private static List<String> pods(TestNamespace namespace) {
    return namespace.client().pods().inNamespace(namespace.name()).list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .map((Pod pod) -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static String ready(TestNamespace namespace) {
    var status = backup(namespace).get().getStatus();
    assertNotNull(status);
    return status.conditions().getFirst().getStatus();
  }
}
