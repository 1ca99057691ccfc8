package dev.catamaran.cli;

import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names a project. */
final class ProjectFlag {

  @Option(
      names = "--project",
      paramLabel = "DIRECTORY",
      description = "Directory of the project (default: ${DEFAULT-VALUE}).")
  private Path path = Path.of(".");

  Path path() {
    return path;
  }

  /** Reads the watches.yaml of the project. */
  Watches watches() {
    return DeclaredWatches.read(path.resolve("watches.yaml"));
  }
}
