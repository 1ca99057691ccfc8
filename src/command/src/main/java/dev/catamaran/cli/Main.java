package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Catamaran's entry point. */
@Command(
    name = "catamaran",
    description =
        "A hybrid Kubernetes operator: Helm charts and typed Java reconcilers under one manager.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      Init.class,
      Create.class,
      Run.class,
      WriteManifests.class,
      BuildImage.class,
      Version.class
    })
public final class Main {
  private Main() {}

  /**
   * Runs a command. The exit code is 0 after success, 1 after a failure, and 2 for an invalid
   * command line.
   */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof ManagerException) {
                command.getErr().println(failure.getMessage());
                return 1;
              }
              throw failure;
            })
        .execute(arguments);
  }
}
