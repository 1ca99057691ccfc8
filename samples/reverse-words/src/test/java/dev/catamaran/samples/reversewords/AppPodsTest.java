package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppPodsTest {

  @Test
  void namesPodsInServiceSorted() {
    var pods = List.of(Samples.pod("b"), phase("c", "Pending"), Samples.pod("a"));
    assertEquals(List.of("a", "b", "c"), AppPods.inService(pods));
  }

  @Test
  void skipsEndedAndTerminatingPods() {
    var deleted =
        new PodBuilder(Samples.pod("b"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    var pods = List.of(phase("d", "Failed"), phase("c", "Succeeded"), deleted, Samples.pod("a"));
    assertEquals(List.of("a"), AppPods.inService(pods));
  }

  @Test
  void aPodOfTheDeploymentIsOurs() {
    assertEquals(Optional.of(new ResourceID("words", "default")), AppPods.app(Samples.pod("a")));
  }

  @Test
  void aPodWithOnlyTheLabelIsNotOurs() {
    var bare =
        new PodBuilder(Samples.pod("a")).editMetadata().withOwnerReferences().endMetadata().build();
    assertEquals(Optional.empty(), AppPods.app(bare));
  }

  @Test
  void aPodOfAnotherDeploymentIsNotOurs() {
    var other =
        new PodBuilder(Samples.pod("a"))
            .editMetadata()
            .editFirstOwnerReference()
            .withName("dp-words-too-5d4f")
            .endOwnerReference()
            .endMetadata()
            .build();
    assertEquals(Optional.empty(), AppPods.app(other));
  }

  @Test
  void aPodWithoutLabelsIsNotOurs() {
    var unlabelled = new PodBuilder().withNewMetadata().withName("a").endMetadata().build();
    assertEquals(Optional.empty(), AppPods.app(unlabelled));
  }

  private static Pod phase(String name, String phase) {
    return new PodBuilder(Samples.pod(name)).editStatus().withPhase(phase).endStatus().build();
  }
}
