package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Scope;
import dev.catamaran.project.OfflineEnvironment;
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

  Watches watches() {
    return declared(path.resolve("watches.yaml"));
  }

  /**
   * Reads a watches.yaml as it is written. Its charts and templates are not read, and variables of
   * the operator need not be set.
   *
   * @throws ManagerException if it is missing or not valid
   */
  static Watches declared(Path file) {
    return Scope.watches(
        file, template -> OfflineEnvironment.TEMPLATE, new OfflineEnvironment(System.getenv()));
  }
}
