package dev.catamaran.testcluster;

import org.junit.jupiter.api.Assumptions;

/** Programs that src/tests/programs/build builds from Go sources, once for each set of versions. */
final class FromSource {
  private static final String BUILD = "src/tests/programs/build";
  private static final int TOO_OLD = 2;

  private FromSource() {}

  /** The path of a program, built if it is missing. Skips the test if the Go here is too old. */
  static String binary(String program) {
    var build = Script.run(BUILD, program);
    Assumptions.assumeTrue(
        build.status() != TOO_OLD,
        () ->
            "the Go of this machine is too old; how to get a newer one: " + BUILD + " " + program);
    return build.succeeded().strip();
  }
}
