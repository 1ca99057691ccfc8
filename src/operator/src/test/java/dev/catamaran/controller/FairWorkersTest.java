package dev.catamaran.controller;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairWorkersTest {
  private final FairWorkers workers = new FairWorkers(1, 0, FairWorkers.PATIENCE);
  private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void stop() {
    workers.shutdownNow();
  }

  @Test
  void servesNamespacesInTurn() throws Exception {
    hold();
    for (int i = 0; i < 100; i++) {
      submit("many", "many-" + i);
    }
    submit("few", "few-0");
    submit("few", "few-1");

    run();

    assertEquals(List.of("many-0", "few-0", "many-1", "few-1", "many-2"), ran.subList(0, 5));
    assertEquals(102, ran.size());
  }

  @Test
  void servesFourDeployedPrimariesForEachOfTheRest() throws Exception {
    hold();
    for (int i = 0; i < 10; i++) {
      submit(in("one"), "new-" + i);
    }
    for (int i = 0; i < 10; i++) {
      submit(deployed(), "deployed-" + i);
    }

    run();

    assertEquals(
        List.of("new-0", "deployed-0", "deployed-1", "deployed-2", "deployed-3", "new-1"),
        ran.subList(0, 6));
  }

  @Test
  void lendsTheWorkerOfALongPassToAsManyOtherNamespacesAsItMay() throws Exception {
    var lending = new FairWorkers(1, 2, Duration.ofMillis(20));
    try {
      for (var namespace : List.of("many", "many", "few-0", "few-1", "few-2")) {
        submit(
            lending,
            in(namespace),
            () -> {
              ran.add(namespace);
              awaitGate();
            });
      }

      var loans = Set.of("many", "few-0", "few-1");
      eventually(() -> assertEquals(loans, Set.copyOf(ran)));
      // Ten times the patience after which another one would begin.
      throughout(Duration.ofMillis(200), () -> assertEquals(3, ran.size()));

      gate.countDown();
      lending.shutdown();
      assertTrue(lending.awaitTermination(30, TimeUnit.SECONDS));
      assertEquals(5, ran.size());
    } finally {
      lending.shutdownNow();
    }
  }

  @Test
  void lendsTheWorkerOfALongPassToOnePrimaryThatItsReleaseMade() {
    var lending = new FairWorkers(1, 2, Duration.ofMillis(20));
    try {
      submit(lending, named("parent", "none"), this::awaitGate);
      submit(lending, named("other", "none"), () -> ran.add("other"));
      submit(
          lending,
          named("child", "parent"),
          () -> {
            ran.add("child");
            awaitGate();
          });
      submit(lending, named("second", "parent"), () -> ran.add("second"));

      eventually(() -> assertEquals(List.of("child"), ran));
      throughout(Duration.ofMillis(200), () -> assertEquals(List.of("child"), ran));

      gate.countDown();
      eventually(() -> assertEquals(Set.of("child", "other", "second"), Set.copyOf(ran)));
    } finally {
      lending.shutdownNow();
    }
  }

  private static HasMetadata named(String name, String release) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("one")
        .withName(name)
        .addToAnnotations("meta.helm.sh/release-name", release)
        .endMetadata()
        .build();
  }

  private void hold() {
    workers.execute(this::awaitGate);
  }

  private void awaitGate() {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(String namespace, String name) {
    submit(in(namespace), name);
  }

  private void submit(HasMetadata primary, String name) {
    submit(workers, primary, () -> ran.add(name));
  }

  private static void submit(FairWorkers workers, HasMetadata primary, Runnable pass) {
    workers.groupRecorder().reconcileCustomResource(primary, null, Map.of());
    workers.execute(pass);
  }

  private static HasMetadata in(String namespace) {
    return new ConfigMapBuilder().withNewMetadata().withNamespace(namespace).endMetadata().build();
  }

  private static HasMetadata deployed() {
    return Serialization.unmarshal(
        """
        metadata: {namespace: one, generation: 1}
        status: {observedGeneration: 1, conditions: [{type: Deployed, status: "True"}]}
        """,
        GenericKubernetesResource.class);
  }

  private void run() throws InterruptedException {
    gate.countDown();
    workers.shutdown();
    assertTrue(workers.awaitTermination(30, TimeUnit.SECONDS));
  }
}
