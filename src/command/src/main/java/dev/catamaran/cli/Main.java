package dev.catamaran.cli;

import dev.catamaran.cli.Console.ReaderGoneException;
import dev.catamaran.cli.Update.Upgrade;
import dev.catamaran.run.CommandLines;
import dev.catamaran.run.Run;
import java.io.PrintWriter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;

/** Catamaran's entry point. */
@Command(
    name = "catamaran",
    description =
        "A hybrid Kubernetes operator: Helm charts and typed Java reconcilers under one manager.",
    mixinStandardHelpOptions = true)
public final class Main {
  /** In the order of the help. */
  private static final List<AnnotatedElement> COMMANDS =
      List.of(
          method(ProjectCommands.class, "init"),
          Create.class,
          Import.class,
          Update.class,
          Upgrade.class,
          method(ProjectCommands.class, "manifests"),
          Generate.class,
          method(ProjectCommands.class, "validate"),
          BuildImage.class,
          Run.class,
          method(Status.class, "status"),
          method(ReleaseCommands.class, "history"),
          method(ReleaseCommands.class, "values"),
          method(ReleaseCommands.class, "manifest"),
          method(ReleaseCommands.class, "hooks"),
          method(ReleaseCommands.class, "notes"),
          method(Diff.class, "diff"),
          method(Diff.class, "plan"),
          method(ReleaseCommands.class, "pause"),
          method(ReleaseCommands.class, "resume"),
          method(ReleaseCommands.class, "reconcile"),
          method(ReleaseCommands.class, "rollback"),
          Rollout.class,
          method(Status.class, "ui"),
          method(ReleaseCommands.class, "await"),
          method(Status.class, "report"),
          method(ProjectCommands.class, "completion"),
          HelpCommand.class,
          method(ProjectCommands.class, "version"));

  private Main() {}

  private static Method method(Class<?> commands, String name) {
    return CommandLine.getCommandMethods(commands, name).getFirst();
  }

  /**
   * Runs a command. The exit code is 0 after success, 1 after a failure, and 64 for an invalid
   * command line. Commands have further ones, such as for a difference.
   */
  public static void main(String[] arguments) {
    CommandLines.prepare();
    System.exit(execute(arguments));
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
    return code == 0 && main.getOut().checkError() ? report(Console.unwritable(), main) : code;
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

  private static String nameOf(AnnotatedElement command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine commandLine(List<AnnotatedElement> commands) {
    var main = new CommandLine(new Main());
    commands.forEach(main::addSubcommand);
    return CommandLines.forPeople(main)
        .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
  }

  private static int report(Exception failure, CommandLine command) {
    return failure instanceof ReaderGoneException
        ? ReaderGoneException.EXIT_CODE
        : CommandLines.report(failure, command);
  }
}
