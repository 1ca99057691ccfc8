package dev.catamaran.bench;

import dev.catamaran.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Predicate;

/**
 * Where a run took place, as far as its figures depend on it.
 *
 * @param processor its model
 * @param cores how many the benchmark may use
 * @param memory in MB
 * @param kernel its release
 * @param java version of the JVM
 * @param kubernetes version of the API server
 * @param at the start of the run, in UTC
 */
record Machine(
    String processor,
    int cores,
    long memory,
    String kernel,
    String java,
    String kubernetes,
    String at) {

  static Machine here() {
    return new Machine(
        line("/proc/cpuinfo", line -> line.startsWith("model name")).replaceAll(".*: *", ""),
        Runtime.getRuntime().availableProcessors(),
        Long.parseLong(
                "0"
                    + line("/proc/meminfo", line -> line.startsWith("MemTotal"))
                        .replaceAll("\\D", ""))
            / 1024,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.version().toString(),
        TestCluster.shared().admin().getKubernetesVersion().getGitVersion(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  @Override
  public String toString() {
    return "%s, %d cores, %d MB, %s, Java %s, Kubernetes %s, %s"
        .formatted(processor, cores, memory, kernel, java, kubernetes, at);
  }

  private static String line(String file, Predicate<String> wanted) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines.filter(wanted).findFirst().orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
