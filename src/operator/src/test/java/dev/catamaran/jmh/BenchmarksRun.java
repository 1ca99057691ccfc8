package dev.catamaran.jmh;

import static dev.catamaran.jmh.Benchmarks.allocatedBytes;
import static dev.catamaran.jmh.Benchmarks.fastest;
import static dev.catamaran.jmh.Benchmarks.median;
import static dev.catamaran.jmh.Benchmarks.name;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;

/** The measurement, for {@code make measure WHAT=jmh}; not a part of the unit tests. */
class BenchmarksRun {
  private static final Path RESULTS = Path.of("target/bench/jmh.json");

  @Test
  void measures() throws IOException, RunnerException {
    Files.createDirectories(RESULTS.getParent());
    var options =
        Benchmarks.options(System.getProperty("jmh.only", ""))
            .forks(1)
            // As in the operator's image.
            .jvmArgsAppend("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
            .resultFormat(ResultFormatType.JSON)
            .result(RESULTS.toString())
            .build();
    System.out.println(table(new Runner(options).run()));
  }

  private static String table(Collection<RunResult> results) {
    return results.stream()
        .sorted(Comparator.comparing(Benchmarks::name))
        .map(BenchmarksRun::row)
        .collect(
            Collectors.joining(
                "\n",
                "\n| benchmark | fastest µs | median µs | bytes |\n|---|--:|--:|--:|\n",
                "\n"));
  }

  private static String row(RunResult result) {
    return String.format(
        Locale.ROOT,
        "| `%s` | %,.1f | %,.1f | %,.0f |",
        name(result),
        fastest(result),
        median(result),
        allocatedBytes(result));
  }
}
