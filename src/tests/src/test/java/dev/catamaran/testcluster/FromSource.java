package dev.catamaran.testcluster;

import org.junit.jupiter.api.Assumptions;

/** Programs that scripts in hack/ build from Go sources, once for each set of versions. */
final class FromSource {
  private static final int TOO_OLD = 2;

  private FromSource() {}

  /** The path of the program that this script builds. Skips the test if the Go here is too old. */
  static String binary(String... script) {
    var build = Script.run(script);
    Assumptions.assumeTrue(
        build.status() != TOO_OLD, "this machine's Go is too old for " + script[0]);
    return build.succeeded().strip();
  }
}
