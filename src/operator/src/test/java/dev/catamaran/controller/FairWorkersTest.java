package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairWorkersTest {
  private final FairWorkers workers = new FairWorkers(1);
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

  private void hold() {
    workers.execute(
        () -> {
          try {
            gate.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void submit(String namespace, String name) {
    var primary =
        new ConfigMapBuilder().withNewMetadata().withNamespace(namespace).endMetadata().build();
    workers.namespaceRecorder().reconcileCustomResource(primary, null, Map.of());
    workers.execute(() -> ran.add(name));
  }

  private void run() throws InterruptedException {
    gate.countDown();
    workers.shutdown();
    assertTrue(workers.awaitTermination(30, TimeUnit.SECONDS));
  }
}
