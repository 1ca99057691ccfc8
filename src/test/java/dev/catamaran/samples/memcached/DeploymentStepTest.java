package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeploymentStepTest {

  private final MemcachedBackup backup = Samples.backup(2);

  @Test
  void createsTheDeploymentWhenThereIsNone() {
    assertEquals(
        new DeploymentStep.Create(MemcachedDeployment.of(backup)),
        DeploymentStep.next(backup, Optional.empty()));
  }

  @Test
  void keepsADeploymentOfTheRightSize() {
    var stored = Samples.stored(backup);
    assertEquals(new DeploymentStep.Keep(stored), DeploymentStep.next(backup, Optional.of(stored)));
  }

  @Test
  void leavesAloneWhateverElsePeopleChanged() {
    var changed =
        new DeploymentBuilder(Samples.stored(backup))
            .editSpec()
            .editTemplate()
            .editSpec()
            .editFirstContainer()
            .withImage("memcached:1.6.39")
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    assertEquals(
        new DeploymentStep.Keep(changed), DeploymentStep.next(backup, Optional.of(changed)));
  }

  @Test
  void patchesNothingButTheSizeAndItsOwnLabelsOfADeploymentOfAnotherSize() {
    var stored = Samples.stored(Samples.backup(5));
    var metadata = Map.of("uid", "uid-of-deployment", "labels", stored.getMetadata().getLabels());
    assertEquals(
        new DeploymentStep.Patch(
            stored, Map.of("metadata", metadata, "spec", Map.of("replicas", 2))),
        DeploymentStep.next(backup, Optional.of(stored)));
  }

  @Test
  void putsBackTheLabelsWithoutWhichItWouldBeBlind() {
    var stripped =
        new DeploymentBuilder(Samples.stored(backup))
            .editMetadata()
            .removeFromLabels("app.kubernetes.io/managed-by")
            .endMetadata()
            .build();
    assertInstanceOf(
        DeploymentStep.Patch.class, DeploymentStep.next(backup, Optional.of(stripped)));
  }

  @Test
  void yieldsToADeploymentWithoutAController() {
    var foreign =
        new DeploymentBuilder(Samples.stored(Samples.backup(9)))
            .editMetadata()
            .withOwnerReferences()
            .endMetadata()
            .build();
    assertEquals(
        new DeploymentStep.Yield(foreign), DeploymentStep.next(backup, Optional.of(foreign)));
  }

  @Test
  void yieldsToADeploymentOfAnEarlierMemcachedBackupOfTheSameName() {
    var earlier = Samples.backup(2);
    earlier.getMetadata().setUid("uid-of-its-predecessor");
    var left = Samples.stored(earlier);
    assertEquals(new DeploymentStep.Yield(left), DeploymentStep.next(backup, Optional.of(left)));
  }

  @Test
  void doesNotResizeADeploymentThatIsBeingDeleted() {
    var going =
        new DeploymentBuilder(Samples.stored(Samples.backup(5)))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    assertEquals(new DeploymentStep.Keep(going), DeploymentStep.next(backup, Optional.of(going)));
  }
}
