package dev.catamaran.it.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealNode
class StopIT {
  private static final Duration SOON = Duration.ofMinutes(2);

  @Test
  void finishesARunningInstall(TestNamespace namespace) {
    var gate = namespace.gate();
    var lease = namespace.lease();
    var chart = TestChart.named("stop").template("gate.yaml", gate.job("post-install"));
    var flags =
        Stream.concat(Stream.of(lease.flags()), Stream.of("--graceful-shutdown-timeout=2m"));
    var operator =
        namespace.launch(Watching.chart("Widget", chart.path()), flags.toArray(String[]::new));
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");
    // It prints its threads, and continues.
    operator.dumpThreads();
    operator.awaitLog("Full thread dump");

    operator.terminate();
    operator.awaitLog("Stopping");
    assertNotEquals("", lease.holder(), "another replica must not begin while Helm works");
    gate.open();

    assertEquals(0, operator.awaitExit(SOON), operator::log);
    assertEquals(List.of("1 deployed"), namespace.revisions("slow"));
    assertEquals("True", namespace.condition("Widget", "slow", "Deployed").get("status"));
    assertEquals("", lease.holder());
  }

  @Test
  void leavesAnInstallThatOutlastsTheGracePeriodToTheNextInstance(TestNamespace namespace) {
    var gate = namespace.gate();
    var lease = namespace.lease();
    var chart = TestChart.named("stop").template("gate.yaml", gate.job("pre-install"));
    var watching = Watching.chart("Widget", chart.path());
    var flags =
        Stream.concat(Stream.of(lease.flags()), Stream.of("--graceful-shutdown-timeout=1s"));
    var operator = namespace.launch(watching, flags.toArray(String[]::new));
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");

    // As Ctrl-C does.
    operator.interrupt();

    assertEquals(0, operator.awaitExit(SOON), operator::log);
    operator.awaitLog("Helm was still at work on [" + namespace.name() + "/slow]");
    assertEquals("", lease.holder());
    assertFalse(operator.log().contains("Exception"), operator::log);
    gate.open();
    namespace.operate(watching);
    namespace.awaitReady("Widget", "slow");
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
    var other = namespace.launch(environment, Watching.chart("Gadget", chart), cache);
    namespace.apply("Widget", "slow", "{}");
    namespace.awaitRevisions("slow", "1 pending-install");
    other.awaitLog("Reconciling");
    killed.kill();
    assertNotEquals(List.of(), filesIn(temporary));
    gate.open();

    // It leaves the files of the other one alone.
    var next = namespace.launch(environment, Watching.chart("Widget", chart), cache);
    namespace.awaitReady("Widget", "slow");
    namespace.deploy("Gadget", "another", "{}");
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
}
