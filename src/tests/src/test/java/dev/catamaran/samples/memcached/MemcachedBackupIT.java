package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestCluster;
import dev.catamaran.testkit.TestKit;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@RealNode
class MemcachedBackupIT {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  @BeforeAll
  static void start() {
    TestCluster.shared();
  }

  @Test
  void keepsADeploymentOfTheSpecifiedSize() {
    try (var operator = operator()) {
      var backup = operator.create(backup("one", 2));
      awaitNodes(operator, 2);

      var owner = deployment(operator).getMetadata().getOwnerReferences().getFirst();
      assertEquals("MemcachedBackup", owner.getKind());
      assertEquals(true, owner.getController());
      assertEquals(backup.getMetadata().getUid(), owner.getUid());
    }
  }

  @Test
  void undoesAChangeOfTheReplicasByAUser() {
    try (var operator = operator()) {
      operator.create(backup("one", 2));
      awaitNodes(operator, 2);
      long before = deployment(operator).getMetadata().getGeneration();

      operator.patch(Deployment.class, "one", "{spec: {replicas: 5}}");

      // One generation for the user and one for the operator. A late answer is no further change.
      operator.await(
          Deployment.class,
          "one",
          found ->
              found.getSpec().getReplicas() == 2
                  && found.getMetadata().getGeneration() == before + 2);
      awaitNodes(operator, 2);
    }
  }

  @Test
  void followsItsPods() {
    try (var operator = operator()) {
      operator.create(backup("one", 2));
      awaitNodes(operator, 2);
      var gone = operator.get(MemcachedBackup.class, "one").getStatus().nodes().getFirst();

      operator.delete(Pod.class, gone);

      operator.await(
          MemcachedBackup.class, "one", found -> !found.getStatus().nodes().contains(gone));
      awaitNodes(operator, 2);
    }
  }

  @Test
  void theDeploymentIsDeletedWithItsPrimary() {
    try (var operator = operator()) {
      operator.create(backup("one", 1));
      awaitNodes(operator, 1);

      operator.delete(MemcachedBackup.class, "one");

      operator.awaitGone(MemcachedBackup.class, "one");
      operator.awaitGone(Deployment.class, "one");
    }
  }

  @Test
  void keepsADeploymentOfAnotherOwner() {
    try (var operator = operator()) {
      var foreign = operator.create(foreignDeployment());

      operator.create(backup("one", 2));

      operator.await(MemcachedBackup.class, "one", found -> ready(found).equals("False"));
      var now = deployment(operator);
      assertEquals(foreign.getMetadata().getGeneration(), now.getMetadata().getGeneration());
      assertEquals(0, now.getSpec().getReplicas());
      assertEquals(List.of(), now.getMetadata().getOwnerReferences());
    }
  }

  @Test
  void sendsNoRequestsWithoutChanges() {
    var kit =
        TestKit.with(new MemcachedBackupReconciler()).timeout(Duration.ofMinutes(3)).period(PERIOD);
    try (var operator = kit.start()) {
      operator.create(backup("one", 2));
      awaitNodes(operator, 2);

      operator.awaitQuiet(PERIOD.multipliedBy(3));
    }
  }

  /** Pods and the garbage collector may need longer than the default. */
  private static TestedOperator operator() {
    return TestKit.with(new MemcachedBackupReconciler()).timeout(Duration.ofMinutes(3)).start();
  }

  private static MemcachedBackup backup(String name, int size) {
    var backup = new MemcachedBackup();
    backup.setMetadata(new ObjectMetaBuilder().withName(name).build());
    backup.setSpec(new MemcachedBackupSpec(size));
    return backup;
  }

  private static Deployment foreignDeployment() {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: one}
        spec:
          replicas: 0
          selector: {matchLabels: {of: somebody}}
          template:
            metadata: {labels: {of: somebody}}
            spec: {containers: [{name: other, image: "other:1"}]}
        """,
        Deployment.class);
  }

  private static Deployment deployment(TestedOperator operator) {
    return operator.get(Deployment.class, "one");
  }

  /** Waits until this number of pods is ready, and the status names exactly these, in order. */
  private static void awaitNodes(TestedOperator operator, int size) {
    operator.await(
        MemcachedBackup.class,
        "one",
        found ->
            found.getStatus().nodes().size() == size
                && found.getStatus().nodes().equals(pods(operator))
                && ready(found).equals("True"));
  }

  private static List<String> pods(TestedOperator operator) {
    var all = operator.client().pods().inNamespace(operator.namespace().name()).list();
    return all.getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static String ready(MemcachedBackup backup) {
    return backup.getStatus().conditions().stream()
        .filter(condition -> condition.getType().equals("Ready"))
        .map(Condition::getStatus)
        .findFirst()
        .orElse("");
  }
}
