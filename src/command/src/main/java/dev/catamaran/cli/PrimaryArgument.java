package dev.catamaran.cli;

import dev.catamaran.inspect.Target;
import picocli.CommandLine.Parameters;

/** The argument that names one primary. */
final class PrimaryArgument {
  @Parameters(
      paramLabel = "KIND/NAME",
      description =
          "A primary. KIND is its kind, plural or short name, with or without .group: memcached/memcached-sample.")
  private String primary = "";

  Target target() {
    return Target.parse(primary);
  }
}
