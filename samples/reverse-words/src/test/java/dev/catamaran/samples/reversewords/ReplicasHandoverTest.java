package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicasHandoverTest {
  private static final String OURS = "reversewordsapp";

  @Test
  void keepsOurReplicasWhenTheSpecDropsTheNumber() {
    var keeper =
        ReplicasHandover.of(Samples.app(null), live(OURS, "Apply", "f:replicas"), OURS)
            .orElseThrow();
    assertEquals(3, keeper.getSpec().getReplicas());
    assertNull(keeper.getSpec().getTemplate());
    assertEquals("dp-words", keeper.getMetadata().getName());
    assertEquals("uid-of-deployment", keeper.getMetadata().getUid());
    assertEquals(Map.of(), keeper.getMetadata().getLabels());
  }

  @Test
  void isNotDueWhileTheSpecHasReplicas() {
    assertEquals(
        Optional.empty(),
        ReplicasHandover.of(Samples.app(3), live(OURS, "Apply", "f:replicas"), OURS));
  }

  @Test
  void isNotDueForReplicasThatWeDidNotApply() {
    for (var live :
        new Deployment[] {
          live("kube-controller-manager", "Update", "f:replicas"),
          live(OURS, "Update", "f:replicas"),
          live(OURS, "Apply", "f:template")
        }) {
      assertEquals(Optional.empty(), ReplicasHandover.of(Samples.app(null), live, OURS));
    }
  }

  private static Deployment live(String manager, String operation, String field) {
    var fields = new FieldsV1();
    fields.setAdditionalProperty("f:spec", Map.of(field, Map.of()));
    return new DeploymentBuilder(Samples.stored(Samples.app(3)))
        .editMetadata()
        .addNewManagedField()
        .withManager(manager)
        .withOperation(operation)
        .withFieldsV1(fields)
        .endManagedField()
        .endMetadata()
        .build();
  }
}
