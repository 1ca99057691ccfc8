package dev.catamaran.it.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealNode
class StopIT {
  private static final int INSTALLS = 4;
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String NAME = "stopped-";

  @Test
  void releasesTheLeaseAndEndsWith0AtSigterm(TestNamespace namespace) {
    endsAfterInstalls(namespace, OperatorProcess::terminate);
  }

  @Test
  void releasesTheLeaseAndEndsWith0AtSigint(TestNamespace namespace) {
    endsAfterInstalls(namespace, OperatorProcess::interrupt);
  }

  @Test
  void finishesARunningInstall(TestNamespace namespace) {
    var gate = namespace.gate();
    var lease = namespace.lease();
    var chart =
        TestChart.named("stop")
            .configMap("made", "by", "stop")
            .template("gate.yaml", gate.job("post-install"));
    var operator =
        namespace.launch(
            Watching.chart("Widget", chart.path()),
            with(lease.flags(), "--graceful-shutdown-timeout=2m"));
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");

    operator.terminate();
    operator.awaitLog("Stopping");
    assertNotEquals("", lease.holder(), "another replica must not begin while Helm works");
    gate.open();

    assertEquals(0, operator.awaitExit(Duration.ofMinutes(2)), operator::log);
    assertEquals(List.of("1 deployed"), namespace.revisions("slow"));
    assertEquals("True", namespace.condition("Widget", "slow", "Deployed").get("status"));
    assertEquals("", lease.holder());
  }

  @Test
  void printsItsThreadsDuringAnInstallAndContinues(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart = TestChart.named("stop").template("gate.yaml", gate.job("post-install"));
    var operator = namespace.launch(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");

    operator.dumpThreads();
    operator.awaitLog("Full thread dump");
    gate.open();

    namespace.awaitReady("Widget", "slow");
    assertEquals(List.of("1 deployed"), namespace.revisions("slow"));
  }

  @Test
  void leavesAnInstallThatOutlastsTheGracePeriodToTheNextInstance(TestNamespace namespace) {
    var gate = namespace.gate();
    var lease = namespace.lease();
    var chart = TestChart.named("stop").template("gate.yaml", gate.job("pre-install"));
    var watching = Watching.chart("Widget", chart.path());
    var operator =
        namespace.launch(watching, with(lease.flags(), "--graceful-shutdown-timeout=1s"));
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");

    operator.terminate();

    assertEquals(0, operator.awaitExit(SOON), operator::log);
    operator.awaitLog("Helm was still at work on [" + namespace.name() + "/slow]");
    assertEquals("", lease.holder());

    gate.open();
    namespace.launch(watching, lease.flags());
    namespace.awaitReady("Widget", "slow");
  }

  @Test
  void endsWith0WhileItWaitsForTheLease(TestNamespace namespace) {
    var lease = namespace.lease();
    var watching = Watching.chart("Widget", TestChart.named("stop").path());
    namespace.launch(watching, lease.flags()).awaitLog("Reconciling");
    var holder = lease.holder();
    var waiting = namespace.launch(watching, lease.flags());
    waiting.awaitLog("The lease is held by");

    waiting.terminate();

    assertEquals(0, waiting.awaitExit(SOON), waiting::log);
    assertEquals(holder, lease.holder());
  }

  @Test
  void leavesNoTemporaryFileAndDeletesThoseOfAKilledProcess(
      TestNamespace namespace, @TempDir Path temporary, @TempDir Path charts) throws IOException {
    var gate = namespace.gate();
    // It overrides the command line. Helm, a Go program, reads the other one.
    var environment =
        Map.of("_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary, "TMPDIR", temporary.toString());
    var cache = "--chart-cache=" + charts;
    var chart = TestChart.named("stop").template("gate.yaml", gate.job("post-install")).path();
    var killed = namespace.launch(environment, Watching.chart("Widget", chart), cache);
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");
    killed.kill();
    assertNotEquals(List.of(), filesIn(temporary));
    gate.open();

    var next = namespace.launch(environment, Watching.chart("Widget", chart), cache);
    namespace.awaitReady("Widget", "slow");
    var other = namespace.launch(environment, Watching.chart("Gadget", chart), cache);
    other.awaitLog("Reconciling");
    namespace.apply("Widget", "another", "{}");
    namespace.awaitReady("Widget", "another");

    for (var operator : List.of(next, other)) {
      operator.terminate();
      assertEquals(0, operator.awaitExit(SOON), operator::log);
    }
    assertEquals(List.of(), filesIn(temporary));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(file -> !file.equals(folder))
          // The engine is unpacked once for each user, and stays.
          .filter(file -> !folder.relativize(file).toString().startsWith("catamaran-engine-"))
          .toList();
    }
  }

  private static void endsAfterInstalls(TestNamespace namespace, Consumer<OperatorProcess> signal) {
    var lease = namespace.lease();
    var chart = TestChart.named("stop").configMap("made", "by", "stop").path();
    var operator = namespace.launch(Watching.chart("Widget", chart), lease.flags());
    for (int i = 0; i < INSTALLS; i++) {
      namespace.apply("Widget", NAME + i, "{}");
    }
    for (int i = 0; i < INSTALLS; i++) {
      namespace.awaitReady("Widget", NAME + i);
    }
    assertNotEquals("", lease.holder());

    signal.accept(operator);

    assertEquals(0, operator.awaitExit(SOON), operator::log);
    assertEquals("", lease.holder());
    assertFalse(operator.log().contains("Exception"), operator::log);
  }

  private static String[] with(String[] flags, String more) {
    var all = java.util.Arrays.copyOf(flags, flags.length + 1);
    all[flags.length] = more;
    return all;
  }
}
