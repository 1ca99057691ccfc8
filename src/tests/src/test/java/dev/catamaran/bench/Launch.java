package dev.catamaran.bench;

import dev.catamaran.testcluster.TestCluster;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a contender in Java starts. {@code make measure WHAT=bench} starts the image, and {@link
 * BenchIT} the jar: its times do not matter, and the tests build no image.
 *
 * @param java the JVM, with flags for any program
 * @param catamaran further arguments of the JVM for Catamaran: the last is its main class
 * @param environment variables
 */
record Launch(List<String> java, List<String> catamaran, Map<String, String> environment) {
  private static final Path POD = Path.of("config/manager/manager.yaml");
  private static final String MAIN = "dev.catamaran.run.Main";

  /** That of the image which the system property {@code bench.image} names, or of the jar. */
  static Launch given() {
    return Optional.ofNullable(System.getProperty("bench.image"))
        .map(folder -> new UnpackedImage(Path.of(folder)).launch())
        .orElseGet(Launch::ofTheJar);
  }

  private static Launch ofTheJar() {
    return new Launch(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED"),
        List.of("-cp", BuiltJar.path().toString(), MAIN),
        Map.of());
  }

  /** The JVM with the memory of the pod: flags with a share of the memory mean that. */
  List<String> javaOfThePod() {
    try {
      return Stream.concat(java.stream(), Stream.of("-XX:MaxRAM=" + memoryOfThePod())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long memoryOfThePod() throws IOException {
    try (var in = Files.newInputStream(POD)) {
      return TestCluster.shared().admin().load(in).items().stream()
          .filter(Deployment.class::isInstance)
          .map(Deployment.class::cast)
          .flatMap(
              deployment -> deployment.getSpec().getTemplate().getSpec().getContainers().stream())
          .map(container -> container.getResources().getLimits().get("memory"))
          .mapToLong(limit -> limit.getNumericalAmount().longValueExact())
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(POD + " limits no memory"));
    }
  }
}
