package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Output;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

abstract class Console {
  abstract CommandSpec spec();

  final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  final PrintWriter err() {
    return spec().commandLine().getErr();
  }

  /** Prints a line on standard error at once: programs read the standard output. */
  final void tell(String line) {
    err().println(line);
    err().flush();
  }

  /** Prints a line, and fails if nobody can read it. */
  final void print(String text) {
    out().println(text);
    if (out().checkError()) {
      throw unwritable();
    }
  }

  final ParameterException misuse(String problem) {
    return new ParameterException(spec().commandLine(), problem);
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

  /** Flags of a command, with its console. */
  @Command
  static class Flags extends Console {
    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    final CommandSpec spec() {
      return spec;
    }
  }

  /** The flag for the form of the output. */
  static final class OutputFlags extends Flags {
    private Output output = Output.TEXT;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FORM",
        description =
            "json or yaml (default: text); status also has wide for more columns of its list.")
    void choose(Output chosen) {
      if (chosen == Output.WIDE && !spec().name().equals("status")) {
        throw misuse("--output: %s has json and yaml".formatted(spec().name()));
      }
      output = chosen;
    }

    static Output form(String word) {
      return Stream.of(Output.values())
          .filter(form -> form.name().equalsIgnoreCase(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no form \"%s\"; write json or yaml".formatted(word)));
    }

    Output output() {
      return output;
    }

    /** Returns colours for a terminal, unless NO_COLOR is set. */
    Paint paint() {
      return spec().commandLine().getColorScheme().ansi().enabled() ? Paint.ANSI : Paint.NONE;
    }

    /** Prints a record, or its form for people. */
    void print(Object data, Supplier<List<String>> lines) {
      print(output.of(data, lines));
    }
  }
}
