package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The spec, an autoscaler or a person sets the number of pods of a ReverseWordsApp. */
class ReverseWordsReplicasIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration SEVERAL_PERIODS = PERIOD.multipliedBy(3);

  private static TestNamespace namespace;
  private static ReverseWordsApps apps;

  @BeforeAll
  static void operate() {
    namespace = TestNamespace.create();
    namespace.operate(ReverseWordsApps.watching(), PERIOD);
    apps = new ReverseWordsApps(namespace);
  }

  @AfterAll
  static void end() {
    namespace.close();
  }

  @Test
  void followsTheSpec() {
    apps.create("sized", "{replicas: 1}");
    apps.awaitReady("sized", 1);

    apps.change("sized", "{\"replicas\": 3}");
    apps.awaitReady("sized", 3);
    apps.change("sized", "{\"replicas\": 0}");
    apps.awaitReady("sized", 1);
  }

  @Test
  void revertsScalingIfTheSpecSetsReplicas() {
    apps.create("fixed", "{replicas: 2}");
    apps.awaitReady("fixed", 2);
    var before = apps.deployment("fixed").getMetadata().getGeneration();

    apps.scale("fixed", 5);

    eventually(
        () -> {
          assertEquals(2, replicas("fixed"));
          // One scaling and one reversal. The first response may arrive after the second.
          assertEquals(before + 2, apps.deployment("fixed").getMetadata().getGeneration());
        });
    apps.awaitReady("fixed", 2);
  }

  @Test
  void leavesReplicasToAnAutoscalerIfTheSpecSetsNone() {
    apps.create("scaled", "{}");
    apps.awaitReady("scaled", 1);
    var autoscaler =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: scaled}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: dp-scaled}
          minReplicas: 3
          maxReplicas: 5
          metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
        """;

    namespace
        .client()
        .resource(Serialization.unmarshal(autoscaler, HorizontalPodAutoscaler.class))
        .inNamespace(namespace.name())
        .create();

    apps.awaitReady("scaled", 3);
    apps.change("scaled", "{\"appVersion\": \"v0.1.1\"}");
    apps.awaitReady("scaled", 3);
    throughout(SEVERAL_PERIODS, () -> assertEquals(3, replicas("scaled")));
  }

  @Test
  void keepsTheReplicasAfterTheirRemovalFromTheSpec() {
    apps.create("freed", "{replicas: 3}");
    apps.awaitReady("freed", 3);

    apps.change("freed", "{\"replicas\": null, \"appVersion\": \"v0.1.1\"}");

    apps.awaitReady("freed", 3);
    throughout(SEVERAL_PERIODS, () -> assertEquals(3, replicas("freed")));
    apps.scale("freed", 2);
    apps.awaitReady("freed", 2);
    throughout(SEVERAL_PERIODS, () -> assertEquals(2, replicas("freed")));
  }

  @Test
  void isNotReadyWhileScaledToZero() {
    apps.create("asleep", "{}");
    apps.awaitReady("asleep", 1);

    apps.scale("asleep", 0);

    eventually(
        () -> assertEquals("Scaled to 0 pods: no pod serves", apps.ready("asleep").getMessage()));
    eventually(() -> assertEquals("False", apps.ready("asleep").getStatus()));
  }

  private static int replicas(String name) {
    return apps.deployment(name).getSpec().getReplicas();
  }
}
