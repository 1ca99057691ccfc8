package dev.catamaran.samples.ptemplate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsumersTest {

  @Test
  void areThePodsOfTheDaemonSetInOrder() {
    var daemonSet =
        new DaemonSetBuilder(ConsumerDaemonSet.of(Samples.ptemplate(Samples.LEAST)))
            .editMetadata()
            .withUid("ours")
            .endMetadata()
            .build();
    var pods = List.of(pod("c", "ours"), pod("a", "ours"), pod("b", "another"));
    assertEquals(List.of("a", "c"), Consumers.names(daemonSet, pods));
  }

  private static Pod pod(String name, String controller) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .addNewOwnerReference()
        .withUid(controller)
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .build();
  }
}
