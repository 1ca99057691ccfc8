package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Output;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

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

  /** The flag for the form of the output. */
  static final class OutputFlags {
    private final boolean ofLists;
    private @Nullable Output output;

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    /** Of a command that prints no list of primaries. */
    OutputFlags() {
      this(false);
    }

    /**
     * Of a command.
     *
     * @param ofLists whether it prints lists of primaries
     */
    OutputFlags(boolean ofLists) {
      this.ofLists = ofLists;
    }

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FORM",
        description =
            "json or yaml (default: text); status also has wide for more columns of its list.")
    void choose(Output chosen) {
      if (!ofLists && chosen == Output.WIDE) {
        throw new ParameterException(
            spec.commandLine(), "--output: %s has json and yaml".formatted(spec.name()));
      }
      output = chosen;
    }

    Output output() {
      return output == null ? Output.TEXT : output;
    }

    /** Returns colours for a terminal, unless NO_COLOR is set. */
    Paint paint() {
      return spec.commandLine().getColorScheme().ansi().enabled() ? Paint.ANSI : Paint.NONE;
    }

    /** Prints a record, or its form for people. */
    void print(Object data, Supplier<List<String>> lines) {
      print(output().of(data, lines));
    }

    /**
     * Prints a line.
     *
     * @throws ReaderGoneException if the reader of the output has ended
     * @throws ManagerException if it cannot be written for another reason
     */
    void print(String text) {
      print(text, spec.commandLine().getOut());
    }

    /** Prints a line, for a command without these flags. */
    static void print(String text, PrintWriter out) {
      out.println(text);
      if (out.checkError()) {
        throw unwritable();
      }
    }

    /** A writer remembers only that it failed; a further attempt says why. */
    static RuntimeException unwritable() {
      try {
        // Not closed: it is the standard output of the process.
        new FileOutputStream(FileDescriptor.out).write('\n');
      } catch (IOException e) {
        if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
          return new ReaderGoneException();
        }
      }
      return new ManagerException(
          "the output cannot be written: its reader has ended, or its disk is full");
    }

    /** As {@code head} ends when it has enough: nothing is wrong, and nobody reads the rest. */
    static final class ReaderGoneException extends RuntimeException {
      private static final long serialVersionUID = 1L;

      /** What a shell reports of a program that SIGPIPE ended. */
      static final int EXIT_CODE = 141;
    }
  }
}
