package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Only a cancelled installation shows from outside that the signal has reached the goroutines of
 * the native library.
 */
class GoSignalsIT {

  @Test
  void theSignalReachesTheWaitsOfInstallations(TestNamespace namespace) throws Exception {
    EngineTraps.close();
    var gate = namespace.gate();
    var slow = TestChart.named("slow").template("gate.yaml", gate.job("pre-install")).path();
    var engine = TestEngine.of(namespace, "cancelled");
    // Not in the common pool: the client of the engine uses it.
    var install =
        CompletableFuture.runAsync(
            () -> engine.install(slow, "{}"), task -> new Thread(task, "install").start());
    namespace.awaitRevisions("cancelled", "1 pending-install");

    GoSignals.quit();

    var failure =
        assertThrows(ExecutionException.class, () -> install.get(3, TimeUnit.MINUTES)).toString();
    assertTrue(failure.contains("context canceled"), failure);

    gate.open();
    var quick = TestChart.named("quick").configMap("", "a", "b").path();
    TestEngine.of(namespace, "next").install(quick, "{}");
    assertEquals(List.of("1 deployed"), namespace.revisions("next"));
  }
}
