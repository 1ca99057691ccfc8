package dev.catamaran.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs each benchmark for a moment, so that none breaks unseen. Their times mean nothing here. */
class BenchmarksTest {
  private static final Path SOURCES = Path.of("src/operator/src/test/java");

  @Test
  void everyBenchmarkHasFigures() throws IOException, RunnerException {
    // JMH refuses to run beside another JMH on the machine, as that would disturb a measurement.
    System.setProperty("jmh.ignoreLock", "true");
    var results = new Runner(moment()).run();

    assertEquals(written(), classes(results));
    for (var result : results) {
      assertTrue(Benchmarks.median(result) > 0, Benchmarks.name(result));
      assertTrue(Benchmarks.allocatedBytes(result) >= 0, Benchmarks.name(result));
    }
  }

  private static Options moment() {
    return Benchmarks.options("")
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(5))
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static Set<String> written() throws IOException {
    try (var files = Files.walk(SOURCES)) {
      return files
          .map(file -> SOURCES.relativize(file).toString())
          .filter(file -> file.endsWith("Benchmark.java"))
          .map(file -> file.replace(".java", "").replace('/', '.'))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> classes(Collection<RunResult> results) {
    return results.stream()
        .map(result -> result.getParams().getBenchmark())
        .map(name -> name.substring(0, name.lastIndexOf('.')))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
