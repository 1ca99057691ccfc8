package dev.catamaran.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark works, with few releases, and without other operators. Times do not matter. */
@Tag("nightly")
class BenchIT {
  private static final int RELEASES = 3;

  @Test
  void measuresEachPhaseOfEachContender(@TempDir Path output) throws IOException {
    var contenders = List.<Contender>of(Operator.CATAMARAN, Caller.PLAIN);
    var settings =
        new Settings(
            List.of(RELEASES),
            List.of(),
            contenders,
            Phases.ALL,
            1,
            Duration.ofSeconds(1),
            2,
            output);

    var results = new Bench(settings).run();

    var report = Files.readString(output.resolve("report.md"));
    assertEquals(expected(contenders), operations(results), report);
    for (var found : results.measurements()) {
      var usage = found.succeeded().orElseThrow().usage();
      assertEquals(
          List.of(
              "etcd",
              "kube-apiserver",
              "kube-controller-manager",
              "kube-scheduler",
              "simulated-nodes"),
          List.copyOf(usage.clusterCpuSeconds().keySet()));
      assertTrue(usage.residentMegabytes() > 0, found::toString);
      boolean isQuiet = found.phase().equals("rest");
      assertEquals(isQuiet, usage.requestCount() == 0, found::toString);
    }
    assertTrue(report.contains("requests for each release made"), report);
    assertTrue(Files.size(output.resolve("results.json")) > 0);
  }

  private static String expected(List<Contender> contenders) {
    return contenders.stream()
        .flatMap(
            contender ->
                Phases.ALL.stream()
                    .filter(phase -> phase.suits(contender))
                    .map(phase -> contender.title() + " " + phase.name() + " " + count(phase)))
        .collect(Collectors.joining("\n"));
  }

  private static int count(Phase phase) {
    return switch (phase.name()) {
      case "start" -> 1;
      case "make" -> RELEASES - 1;
      case "repair delete", "repair edit" -> 2;
      default -> RELEASES;
    };
  }

  private static String operations(Results results) {
    Function<Measurement, String> done =
        found ->
            found
                .succeeded()
                .map(outcome -> Integer.toString(outcome.operations()))
                .orElse("failed: " + found.failure());
    return results.measurements().stream()
        .map(found -> found.contender() + " " + found.phase() + " " + done.apply(found))
        .collect(Collectors.joining("\n"));
  }
}
