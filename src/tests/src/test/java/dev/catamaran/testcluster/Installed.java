package dev.catamaran.testcluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of Debian packages that only some tests need. */
final class Installed {
  private Installed() {}

  /**
   * Skips the test if a program is not on the PATH.
   *
   * @param packages those that have it, for apt-get
   */
  static void assume(String program, String packages) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
        () ->
            "no %s on the PATH; apt-get install -y --no-install-recommends %s"
                .formatted(program, packages));
  }
}
