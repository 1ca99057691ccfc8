package dev.catamaran.run;

import dev.catamaran.api.ManagerException;
import dev.catamaran.watch.GoDuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What all command lines of Catamaran have: notations, exit codes, and sentences for failures. */
public final class CommandLines {
  /** Variable of the environment that lets unexpected failures print their stack trace. */
  private static final String STACK_TRACE = "CATAMARAN_STACKTRACE";

  /** Columns of a help text: a line of an example stays whole, so that people can copy it. */
  private static final int WIDTH = 132;

  /** Characters of a line; a terminal breaks a longer one anywhere. */
  private static final int LONGEST = 160;

  private CommandLines() {}

  /**
   * Prepares the process for a command.
   *
   * <p>The client library passes the key of a kubeconfig to the JVM's TLS in a key store in memory,
   * encrypted with 10,000 rounds (java.security, keystore.pkcs12.keyPbeIterationCount): 50 ms of
   * CPU for each client, and no protection, since the password is beside it.
   */
  public static void prepare() {
    Run.LogOptions.silence();
    System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
  }

  /** Prepares a command line. The last one of equal options counts, as with kubectl. */
  public static CommandLine forPeople(CommandLine main) {
    setVersion(main);
    return main.setOut(standardOut())
        .registerConverter(Duration.class, CommandLines::duration)
        .setUsageHelpWidth(WIDTH)
        .setOverwrittenOptionsAllowed(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(CommandLines::run)
        .setParameterExceptionHandler((failure, arguments) -> refuse(failure))
        .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
  }

  /** There is no help of a command that does not exist. */
  private static int run(ParseResult parsed) {
    var last = parsed.asCommandLineList().getLast();
    var unknown = last.getParseResult().unmatched();
    if (!last.getSubcommands().isEmpty() && !unknown.isEmpty()) {
      throw new UnmatchedArgumentException(last, unknown);
    }
    return new RunLast().execute(parsed);
  }

  /** Returns the name of the program and its version. */
  public static String version() {
    return "catamaran " + release().orElse("development");
  }

  /** Returns the version of the release; empty in a build without one. */
  public static Optional<String> release() {
    return Optional.ofNullable(CommandLines.class.getPackage().getImplementationVersion());
  }

  private static void setVersion(CommandLine command) {
    IVersionProvider version = () -> new String[] {version()};
    command.getCommandSpec().versionProvider(version);
    command.getSubcommands().values().forEach(CommandLines::setVersion);
  }

  /** The writer of picocli does not report the errors of {@code System.out}. */
  private static PrintWriter standardOut() {
    return new PrintWriter(System.out, /* autoFlush= */ true, System.out.charset());
  }

  /** Reads a duration in Go's notation, such as {@code 1m30s}. */
  private static Duration duration(String text) {
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** Prints why a command failed; returns its exit code. */
  public static int report(Exception failure, CommandLine command) {
    var err = command.getErr();
    if (failure instanceof ParameterException wrong) {
      return refuse(wrong);
    }
    if (failure instanceof ManagerException) {
      err.println(broken(TerminalText.lines(String.valueOf(failure.getMessage()))));
    } else if (Boolean.parseBoolean(System.getenv(STACK_TRACE))) {
      failure.printStackTrace(err);
    } else {
      err.printf(
          "unexpected failure: %s%nThis is a defect of Catamaran. Please report it with what the same command"
              + " prints with %s=true in its environment%n",
          failure, STACK_TRACE);
    }
    return 1;
  }

  /** One sentence: the whole help text would hide it. */
  private static int refuse(ParameterException failure) {
    var command = failure.getCommandLine();
    var err = command.getErr();
    var isIncomplete = !command.getSubcommands().isEmpty() && isWithoutSubcommand(failure);
    if (isIncomplete) {
      command.usage(err);
    } else {
      err.println(broken(TerminalText.oneLine(sentence(failure, command))));
    }
    err.flush();
    return 1;
  }

  /** Gives a long sentence a line for the problem, and one for the remedy. */
  private static String broken(String message) {
    return message
        .lines()
        .map(line -> line.length() > LONGEST ? line.replace("; ", ";\n") : line)
        .collect(Collectors.joining("\n"));
  }

  private static boolean isWithoutSubcommand(ParameterException failure) {
    return failure.getClass() == ParameterException.class
        && !failure.getCommandLine().getParseResult().hasSubcommand()
        && !(failure.getCommandLine().getCommand() instanceof Callable<?>);
  }

  private static String sentence(ParameterException failure, CommandLine command) {
    var near =
        failure instanceof UnmatchedArgumentException unknown
            ? unknown.getSuggestions().stream().findFirst()
            : Optional.<String>empty();
    return "%s; %s"
        .formatted(
            String.valueOf(failure.getMessage()).replaceFirst("\\.$", ""),
            near.map("did you mean %s?"::formatted)
                .orElse(command.getCommandSpec().qualifiedName() + " --help has what it takes"));
  }
}
