package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.BaseCommand.OutputFlags;
import dev.catamaran.cli.BaseCommand.OutputFlags.ReaderGoneException;
import dev.catamaran.cli.Create.Init;
import dev.catamaran.cli.Diff.PlanChanges;
import dev.catamaran.cli.RequestCommand.Wait;
import dev.catamaran.cli.Run.LogOptions;
import dev.catamaran.cli.Status.WriteReport;
import dev.catamaran.cli.Update.Upgrade;
import dev.catamaran.cli.Version.Completion;
import dev.catamaran.terminal.TerminalText;
import dev.catamaran.watch.GoDuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Catamaran's entry point. */
@Command(
    name = "catamaran",
    description =
        "A hybrid Kubernetes operator: Helm charts and typed Java reconcilers under one manager.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Main {
  /** Variable of the environment that lets unexpected failures print their stack trace. */
  private static final String STACK_TRACE = "CATAMARAN_STACKTRACE";

  /** Columns of a help text: a line of an example stays whole, so that people can copy it. */
  private static final int WIDTH = 132;

  /** Exit code for an invalid command line (sysexits.h, EX_USAGE): no command has it otherwise. */
  private static final int USAGE = 64;

  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          Init.class,
          Create.class,
          Import.class,
          Update.class,
          Upgrade.class,
          WriteManifests.class,
          Generate.class,
          Validate.class,
          BuildImage.class,
          Run.class,
          Status.class,
          ShowRevision.History.class,
          ShowRevision.Values.class,
          ShowRevision.Manifest.class,
          ShowRevision.Hooks.class,
          ShowRevision.Notes.class,
          Diff.class,
          PlanChanges.class,
          RequestCommand.Pause.class,
          RequestCommand.Resume.class,
          RequestCommand.Reconcile.class,
          RequestCommand.Rollback.class,
          Rollout.class,
          Ui.class,
          Wait.class,
          WriteReport.class,
          Completion.class,
          HelpCommand.class,
          Version.class);

  private Main() {}

  /**
   * Runs a command. The exit code is 0 after success, 1 after a failure, and 64 for an invalid
   * command line. Commands have further ones, such as for a difference.
   */
  public static void main(String[] arguments) {
    LogOptions.silence();
    passKeysQuickly();
    System.exit(execute(arguments));
  }

  /**
   * The client library passes the key of a kubeconfig to the JVM's TLS in a key store in memory,
   * encrypted with 10,000 rounds (java.security, keystore.pkcs12.keyPbeIterationCount): 50 ms of
   * CPU for each client, and no protection, since the password is beside it.
   */
  private static void passKeysQuickly() {
    System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
  }

  /**
   * Runs a command that writes to {@code out} and {@code err}, without colours. Returns its exit
   * code.
   */
  public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
    return commandLineFor(arguments)
        .setOut(out)
        .setErr(err)
        .setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
        .execute(arguments);
  }

  /** Runs a command on the standard output. It did not succeed if its output was lost. */
  static int execute(String... arguments) {
    var main = commandLineFor(arguments);
    int code = main.execute(arguments);
    return code == 0 && main.getOut().checkError() ? report(OutputFlags.unwritable(), main) : code;
  }

  static CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  /**
   * Returns the command line with the command that the arguments name, else with all: {@code help}
   * explains any. picocli reads the annotations of all commands that it has: they take 0.15 s of
   * CPU, and 1 MB while an operator runs.
   */
  static CommandLine commandLineFor(String... arguments) {
    var named =
        Stream.of(arguments)
            .limit(1)
            .flatMap(name -> COMMANDS.stream().filter(each -> nameOf(each).equals(name)))
            .toList();
    return commandLine(named.isEmpty() || named.contains(HelpCommand.class) ? COMMANDS : named);
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine commandLine(List<Class<?>> commands) {
    var main = new CommandLine(new Main());
    commands.forEach(main::addSubcommand);
    return forPeople(main);
  }

  /** The last one of equal options counts, as with kubectl. */
  static CommandLine forPeople(CommandLine main) {
    setVersion(main);
    return main.setOut(standardOut())
        .registerConverter(Duration.class, Main::duration)
        .setUsageHelpWidth(WIDTH)
        .setOverwrittenOptionsAllowed(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((failure, arguments) -> refuse(failure))
        .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
  }

  /** Reads a duration in Go's notation, such as {@code 1m30s}. */
  private static Duration duration(String text) {
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static void setVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new Version());
    command.getSubcommands().values().forEach(Main::setVersion);
  }

  /** One sentence: the whole help text would hide it. */
  private static int refuse(ParameterException failure) {
    var command = failure.getCommandLine();
    var err = command.getErr();
    var isIncomplete = !command.getSubcommands().isEmpty() && isWithoutSubcommand(failure);
    if (isIncomplete) {
      command.usage(err);
    } else {
      err.println(TerminalText.oneLine(sentence(failure, command)));
    }
    err.flush();
    return USAGE;
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

  /** The writer of picocli does not report the errors of {@code System.out}. */
  private static PrintWriter standardOut() {
    return new PrintWriter(System.out, /* autoFlush= */ true, System.out.charset());
  }

  private static int report(Exception failure, CommandLine command) {
    var err = command.getErr();
    if (failure instanceof ReaderGoneException) {
      return ReaderGoneException.EXIT_CODE;
    }
    if (failure instanceof ParameterException wrong) {
      return refuse(wrong);
    }
    if (failure instanceof ManagerException) {
      err.println(TerminalText.lines(String.valueOf(failure.getMessage())));
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
}
