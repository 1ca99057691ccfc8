package dev.catamaran.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands have. */
@Command(sortOptions = false)
abstract class BaseCommand implements Callable<Integer> {
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

  final CommandSpec spec() {
    return spec;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Prints a line on standard error at once: programs read the standard output. */
  final void tell(String line) {
    err().println(line);
    err().flush();
  }

  /** Prints a line, and fails if nobody can read it. */
  final void print(String text) {
    OutputFlags.print(text, out());
  }

  final void written(Collection<Path> files) {
    files.forEach(file -> out().printf("%s is written%n", file));
  }

  /** Returns the failure of a command line whose options contradict each other. */
  final ParameterException misuse(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
