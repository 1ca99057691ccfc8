package dev.catamaran.samples.ptemplate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class ReadinessTest {

  @Test
  void waitsUntilTheControllerHasSeenTheDaemonSet() {
    assertEquals(
        new Readiness(false, "Progressing", "0 of 0 consumers are ready"),
        Readiness.of(daemonSet("{}")));
  }

  @Test
  void followsTheConsumers() {
    assertEquals(
        new Readiness(false, "Progressing", "1 of 2 consumers are ready"),
        Readiness.of(
            daemonSet(
                "{observedGeneration: 4, desiredNumberScheduled: 2, updatedNumberScheduled: 2,"
                    + " numberReady: 1}")));
    assertEquals(
        new Readiness(true, "ConsumersReady", "2 of 2 consumers are ready"),
        Readiness.of(
            daemonSet(
                "{observedGeneration: 4, desiredNumberScheduled: 2, updatedNumberScheduled: 2,"
                    + " numberReady: 2}")));
  }

  @Test
  void isNotReadyWithOutdatedConsumers() {
    assertEquals(
        new Readiness(false, "Progressing", "2 of 2 consumers are ready"),
        Readiness.of(
            daemonSet(
                "{observedGeneration: 4, desiredNumberScheduled: 2, updatedNumberScheduled: 1,"
                    + " numberReady: 2}")));
  }

  @Test
  void isReadyWithoutConsumersIfNoNodeIsSelected() {
    assertEquals(
        new Readiness(true, "NoNodeSelected", "No node has the labels of spec.selector"),
        Readiness.of(daemonSet("{observedGeneration: 4, desiredNumberScheduled: 0}")));
  }

  private static DaemonSet daemonSet(String status) {
    return Serialization.unmarshal(
        "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: one, generation: 4}\nstatus: "
            + status,
        DaemonSet.class);
  }
}
