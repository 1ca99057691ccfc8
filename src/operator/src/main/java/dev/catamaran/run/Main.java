package dev.catamaran.run;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The entry point of the operator in its image, which has {@code run} alone. With the other
 * commands, the image would have their libraries.
 */
@Command(
    name = "catamaran",
    description =
        "A hybrid Kubernetes operator: Helm charts and typed Java reconcilers under one manager.",
    mixinStandardHelpOptions = true,
    subcommands = Run.class)
public final class Main {
  private Main() {}

  /**
   * Runs the operator. The exit code is 0 after a stop signal, and 1 after a failure or for an
   * invalid command line.
   */
  public static void main(String[] arguments) {
    CommandLines.prepare();
    System.exit(CommandLines.forPeople(new CommandLine(new Main())).execute(arguments));
  }
}
