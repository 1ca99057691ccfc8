package dev.catamaran.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have that are classes. */
@Command(sortOptions = false)
abstract class BaseCommand extends Console implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  /** The option --help of commands that have a --version of another meaning than picocli's. */
  static final class HelpFlag {
    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help message and exit.")
    boolean help;
  }

  @Override
  final CommandSpec spec() {
    return spec;
  }
}
