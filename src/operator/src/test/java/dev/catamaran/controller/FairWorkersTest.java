package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
  void servesReadyPrimariesInTurnWithTheRest() throws Exception {
    hold();
    for (int i = 0; i < 100; i++) {
      submit(widget(1, Map.of()), "new-" + i);
    }
    submit(widget(2, status(1, "Ready", "True")), "changed");
    submit(widget(1, status(1, "Ready", "False")), "failed");
    submit(widget(1, status(1, "Deployed", "False")), "not deployed");
    submit(widget(1, status(1, "Ready", "True")), "ready-0");
    submit(widget(2, status(2, "Ready", "True")), "ready-1");

    run();

    assertEquals(List.of("new-0", "ready-0", "new-1", "ready-1", "new-2"), ran.subList(0, 5));
    assertEquals(List.of("changed", "failed", "not deployed"), ran.subList(102, 105));
  }

  @Test
  void servesFourDeployedPrimariesForEachOfTheRest() throws Exception {
    hold();
    for (int i = 0; i < 10; i++) {
      submit(widget(1, Map.of()), "new-" + i);
    }
    for (int i = 0; i < 10; i++) {
      submit(widget(1, status(1, "Deployed", "True")), "deployed-" + i);
    }

    run();

    assertEquals(
        List.of("new-0", "deployed-0", "deployed-1", "deployed-2", "deployed-3", "new-1"),
        ran.subList(0, 6));
  }

  /** The SDK submits the next pass before the watch shows the status that the last one wrote. */
  @Test
  void servesAPrimaryByTheStatusThatArrivesWhileItWaits() throws Exception {
    hold();
    var late = widget(1, Map.of());
    late.getMetadata().setName("late");
    for (int i = 0; i < 10; i++) {
      submit(widget(1, Map.of()), "new-" + i);
    }
    submit(late, "late");
    var deployed = widget(1, status(1, "Deployed", "True"));
    deployed.getMetadata().setName("late");
    workers.note(deployed);
    workers.note(deployed);

    run();

    assertEquals(List.of("new-0", "late", "new-1"), ran.subList(0, 3));
    assertEquals(11, ran.size());
  }

  /** A tenant may write a status of any type. */
  @Test
  void takesAnUnreadableStatusForNotReady() throws Exception {
    hold();
    submit(widget(1, Map.of()), "new-0");
    submit(widget(1, Map.of()), "new-1");
    submit(widget(1, "none"), "text");
    submit(widget(1, Map.of("observedGeneration", "1")), "no number");
    submit(widget(1, Map.of("observedGeneration", 1, "conditions", "Ready")), "no list");
    submit(widget(1, Map.of("observedGeneration", 1, "conditions", List.of("Ready"))), "no map");

    run();

    assertEquals(List.of("new-0", "new-1", "text", "no number", "no list", "no map"), ran);
  }

  @Test
  void servesANewNamespaceBeforeABusyOne() throws Exception {
    for (int i = 0; i < 50; i++) {
      submit("many", "before-" + i);
    }
    hold();
    submit("many", "many-0");
    submit("many", "many-1");
    submit("few", "few-0");

    run();

    assertTrue(ran.indexOf("few-0") < ran.indexOf("many-1"), ran::toString);
  }

  @Test
  void keepsTheOrderWithinANamespaceAndWithoutOne() throws Exception {
    hold();
    workers.execute(() -> ran.add("nowhere-0"));
    workers.execute(() -> ran.add("nowhere-1"));

    run();

    assertEquals(List.of("nowhere-0", "nowhere-1"), ran);
  }

  @Test
  void lendsTheWorkerOfALongPassToOtherNamespaces() throws Exception {
    try (var lending = new FairWorkers(1, 2, Duration.ofMillis(20))) {
      var held = new CountDownLatch(2);
      submit(lending, in("many"), this::awaitGate);
      submit(lending, in("many"), () -> ran.add("one that waits for its own namespace"));
      for (var namespace : List.of("few-0", "few-1")) {
        submit(
            lending,
            in(namespace),
            () -> {
              held.countDown();
              awaitGate();
            });
      }
      submit(lending, in("few-2"), () -> ran.add("one beyond the loans"));

      assertTrue(held.await(30, TimeUnit.SECONDS));
      assertEquals(List.of(), ran);

      gate.countDown();
      lending.shutdown();
      assertTrue(lending.awaitTermination(30, TimeUnit.SECONDS));
      assertEquals(2, ran.size());
    }
  }

  /** They are no neighbours in a namespace, so none of them answers for another. */
  @Test
  void lendsTheWorkerOfALongPassToAnyPrimaryWithoutANamespace() throws Exception {
    var lending = new FairWorkers(1, 2, Duration.ofMillis(20));
    try {
      var ended = new CountDownLatch(1);
      submit(lending, clusterScoped("long"), this::awaitGate);
      submit(lending, clusterScoped("brief"), ended::countDown);

      assertTrue(ended.await(30, TimeUnit.SECONDS));
    } finally {
      lending.shutdownNow();
    }
  }

  @Test
  void goesOnAfterAPassThatFails() throws Exception {
    hold();
    workers.execute(
        () -> {
          throw new AssertionError("a failure for the test");
        });
    submit("few", "few-0");

    run();

    assertEquals(List.of("few-0"), ran);
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

  private static HasMetadata clusterScoped(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static Map<String, Object> status(long generation, String condition, String value) {
    return Map.of(
        "observedGeneration",
        generation,
        "conditions",
        List.of(Map.of("type", condition, "status", value)));
  }

  private static HasMetadata widget(long generation, Object status) {
    return new GenericKubernetesResourceBuilder()
        .withNewMetadata()
        .withNamespace("one")
        .withGeneration(generation)
        .endMetadata()
        .addToAdditionalProperties("status", status)
        .build();
  }

  private void run() throws InterruptedException {
    gate.countDown();
    workers.shutdown();
    assertTrue(workers.awaitTermination(30, TimeUnit.SECONDS));
  }
}
