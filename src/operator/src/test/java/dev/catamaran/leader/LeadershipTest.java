package dev.catamaran.leader;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.election.ElectionTimes;
import dev.catamaran.election.Hold;
import dev.catamaran.election.LeaseServer;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.options.ManagerOptions.Election;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeadershipTest {
  private static final ElectionTimes TIMES =
      new ElectionTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofMillis(1));

  private final LeaseServer server = new LeaseServer();
  private final KubernetesClient client =
      new KubernetesClientBuilder().withConfig(server.config()).build();
  private final LeaderTasks tasks = new LeaderTasks();
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicBoolean isLost = new AtomicBoolean();
  private Runnable giveUp = () -> {};

  LeadershipTest() throws IOException {
    tasks.start(
        PeriodicTask.every(
            Duration.ofMillis(1),
            "it",
            () -> {
              runs.incrementAndGet();
              throw new IllegalStateException("a run may fail");
            }));
  }

  @AfterEach
  void close() {
    giveUp();
    tasks.end(Duration.ZERO);
    client.close();
    server.close();
  }

  @Test
  void runsTasksFromTheLeaseOnAndTellsOfItsLoss() {
    server.put(heldBy("other"));
    seek(Optional.of("ops"));
    eventually(() -> assertTrue(server.count("GET") > 2));
    assertEquals(0, runs.get());

    server.delete();
    eventually(() -> assertTrue(runs.get() > 2, "despite the failed runs"));

    server.put(heldBy("other"));
    eventually(() -> assertTrue(isLost.get()));
  }

  @Test
  void isInTheNamespaceOfItsSettingsOrElseInThatOfThePod() {
    seek(Optional.of("ops"));
    eventually(() -> assertTrue(runs.get() > 0));
    giveUp();
    assertEquals(
        "GET /apis/coordination.k8s.io/v1/namespaces/ops/leases/ours",
        server.requests().getFirst());

    int before = server.requests().size();
    seek(Optional.empty());
    eventually(
        () ->
            assertEquals(
                "GET /apis/coordination.k8s.io/v1/namespaces/pod-namespace/leases/ours",
                server.requests().get(before)));
  }

  @Test
  void hasANameOfItsOwnThatShowsItsMachine() {
    seek(Optional.empty());
    eventually(() -> assertTrue(server.holder().isPresent()));
    var first = server.holder().orElseThrow();
    giveUp();
    assertEquals(Optional.empty(), server.holder());

    server.delete();
    seek(Optional.empty());
    eventually(() -> assertTrue(server.holder().isPresent()));

    assertTrue(first.startsWith(Leadership.hostname() + "_"), first);
    assertNotEquals(first, server.holder().orElseThrow());
  }

  private void giveUp() {
    giveUp.run();
    giveUp = () -> {};
  }

  private void seek(Optional<String> namespace) {
    giveUp =
        new Leadership(client, new Election("ours", namespace, TIMES), Hold.begin())
            .seek(tasks::lead, () -> isLost.set(true));
  }

  private static Lease heldBy(String holder) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withName("ours")
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(holder)
        .withLeaseDurationSeconds(15)
        .endSpec()
        .build();
  }
}
