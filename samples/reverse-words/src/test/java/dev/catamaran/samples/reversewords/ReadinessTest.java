package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.samples.reversewords.Readiness.Counted;
import dev.catamaran.samples.reversewords.Readiness.Hindered;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import org.junit.jupiter.api.Test;

class ReadinessTest {

  private final ReverseWordsApp app = Samples.app(2);

  @Test
  void isReadyWhenAllPodsAskedForAreReady() {
    assertEquals(
        new Counted(true, "2 of 2 pods are ready"), Readiness.of(Samples.running(app, 2, 2)));
  }

  @Test
  void countsWhileThePodsComeUp() {
    assertEquals(
        new Counted(false, "1 of 2 pods are ready"), Readiness.of(Samples.running(app, 2, 1)));
  }

  @Test
  void isNotReadyBeforeThereArePods() {
    assertEquals(new Counted(false, "0 of 2 pods are ready"), Readiness.of(Samples.stored(app)));
    assertEquals(
        new Counted(false, "0 of 2 pods are ready"), Readiness.of(Samples.running(app, 0, 0)));
  }

  @Test
  void isNotReadyWhenScaledToZero() {
    var scaled =
        new DeploymentBuilder(Samples.running(Samples.app(null), 0, 0))
            .editSpec()
            .withReplicas(0)
            .endSpec()
            .build();
    assertEquals(new Counted(false, "Scaled to 0 pods: no pod serves"), Readiness.of(scaled));
  }

  @Test
  void usesTheReplicasOfTheDeploymentIfTheSpecHasNone() {
    var scaled =
        new DeploymentBuilder(Samples.running(Samples.app(null), 5, 5))
            .editSpec()
            .withReplicas(5)
            .endSpec()
            .build();
    assertEquals(new Counted(true, "5 of 5 pods are ready"), Readiness.of(scaled));
  }

  @Test
  void doesNotBelieveAStatusOfAnEarlierGeneration() {
    var changed =
        new DeploymentBuilder(Samples.running(app, 2, 2))
            .editMetadata()
            .withGeneration(2L)
            .endMetadata()
            .build();
    assertEquals(new Counted(false, "2 of 2 pods are ready"), Readiness.of(changed));
  }

  @Test
  void isNotReadyWhileOldPodsAreLeft() {
    var rolling =
        new DeploymentBuilder(Samples.running(app, 2, 2))
            .editStatus()
            .withUpdatedReplicas(1)
            .endStatus()
            .build();
    assertEquals(new Counted(false, "2 of 2 pods are ready"), Readiness.of(rolling));
  }

  @Test
  void reportsWhyTheDeploymentCannotCreatePods() {
    var refused =
        new DeploymentBuilder(Samples.running(app, 0, 0))
            .editStatus()
            .addNewCondition()
            .withType("ReplicaFailure")
            .withStatus("True")
            .withReason("FailedCreate")
            .withMessage("exceeded quota: pods")
            .endCondition()
            .endStatus()
            .build();
    assertEquals(new Hindered("FailedCreate", "exceeded quota: pods"), Readiness.of(refused));
  }
}
