package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Programs that scripts in hack/ build from Go sources, once for each set of versions. */
final class FromSource {
  private static final int TOO_OLD = 2;

  private FromSource() {}

  /** The path of the program that this script builds. Skips the test if the Go here is too old. */
  static String binary(String... script) {
    try {
      var process =
          new ProcessBuilder(script).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      var path = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      Assumptions.assumeTrue(status != TOO_OLD, "this machine's Go is too old for " + script[0]);
      if (status != 0) {
        throw new IllegalStateException(String.join(" ", List.of(script)) + " failed");
      }
      return path.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
