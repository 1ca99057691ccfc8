package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import org.junit.jupiter.api.Test;

class ReadinessTest {

  private final MemcachedBackup backup = Samples.backup(2);

  @Test
  void isTrueWhenAllPodsAskedForAreReady() {
    assertEquals(
        new Readiness(true, "PodsReady", "2 of 2 pods are ready"),
        ours(2, Samples.running(backup, 2, 2)));
  }

  @Test
  void isTrueWhenNoPodIsAskedForAndNoneIsLeft() {
    assertTrue(ours(0, Samples.running(Samples.backup(0), 0, 0)).ready());
  }

  @Test
  void countsWhileThePodsComeUp() {
    assertEquals(
        new Readiness(false, "Progressing", "1 of 2 pods are ready"),
        ours(2, Samples.running(backup, 2, 1)));
  }

  @Test
  void isNotTrueBeforeTheDeploymentControllerHasSeenTheDeployment() {
    assertFalse(ours(2, Samples.stored(backup)).ready());
  }

  @Test
  void doesNotBelieveAStatusOfAnEarlierGeneration() {
    var resized =
        new DeploymentBuilder(Samples.running(backup, 2, 2))
            .editMetadata()
            .withGeneration(2L)
            .endMetadata()
            .build();
    assertFalse(ours(2, resized).ready());
  }

  @Test
  void isNotTrueWhileTooManyPodsExist() {
    assertFalse(ours(2, Samples.running(backup, 3, 2)).ready());
  }

  @Test
  void reportsWhyTheDeploymentCannotCreatePods() {
    var refused =
        new DeploymentBuilder(Samples.running(backup, 0, 0))
            .editStatus()
            .addNewCondition()
            .withType("ReplicaFailure")
            .withStatus("True")
            .withReason("FailedCreate")
            .withMessage("exceeded quota: pods")
            .endCondition()
            .endStatus()
            .build();
    assertEquals(new Readiness(false, "FailedCreate", "exceeded quota: pods"), ours(2, refused));
  }

  @Test
  void isNotTrueWhileTheDeploymentIsBeingDeleted() {
    var terminating =
        new DeploymentBuilder(Samples.running(backup, 2, 2))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    assertEquals("Replacing", ours(2, terminating).reason());
  }

  private static Readiness ours(int size, Deployment deployment) {
    return Readiness.of(size, deployment);
  }
}
