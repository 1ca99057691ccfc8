package dev.catamaran.cli;

import dev.catamaran.cli.Console.OutputFlags;
import dev.catamaran.cli.Console.ReaderGoneException;
import dev.catamaran.run.CommandLines;
import dev.catamaran.run.Run;
import dev.catamaran.terminal.Output;
import java.io.PrintWriter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

@Command(
    name = "catamaran",
    description =
        "A hybrid Kubernetes operator: Helm charts and typed Java reconcilers under one manager.")
public final class Main {
  /** In the order of the help. */
  private static final Map<String, List<AnnotatedElement>> GROUPS = new LinkedHashMap<>(4);

  static {
    GROUPS.put(
        "Project",
        List.of(
            method(ProjectCommands.class, "init"),
            Create.class,
            Import.class,
            Update.class,
            method(ProjectCommands.class, "manifests"),
            Generate.class,
            method(ProjectCommands.class, "validate"),
            method(ProjectCommands.class, "template"),
            BuildImage.class,
            Run.class));
    GROUPS.put(
        "Release",
        List.of(
            method(Status.class, "status"),
            method(Status.class, "events"),
            method(Status.class, "logs"),
            method(ReleaseCommands.class, "history"),
            ReleaseCommands.Get.class,
            method(Diff.class, "diff"),
            method(Diff.class, "plan"),
            method(ReleaseCommands.class, "pause"),
            method(ReleaseCommands.class, "resume"),
            method(ReleaseCommands.class, "reconcile"),
            method(ReleaseCommands.class, "retry"),
            method(ReleaseCommands.class, "rollback"),
            method(ReleaseCommands.class, "await")));
    GROUPS.put("Rollout", List.of(Rollout.class));
    GROUPS.put(
        "Other",
        List.of(
            method(Status.class, "ui"),
            method(Status.class, "check"),
            method(Status.class, "report"),
            method(ProjectCommands.class, "completion"),
            HelpCommand.class,
            method(ProjectCommands.class, "version")));
  }

  private static final List<AnnotatedElement> COMMANDS =
      GROUPS.values().stream().flatMap(List::stream).toList();

  private Main() {}

  private static Method method(Class<?> commands, String name) {
    return CommandLine.getCommandMethods(commands, name).getFirst();
  }

  /**
   * Runs a command. The exit code is 0 after success, and 1 after a failure or for an invalid
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
    complete(main);
    main.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_OPTION_LIST);
    main.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    main.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Main::groups);
    return CommandLines.forPeople(main)
        .registerConverter(Output.class, OutputFlags::form)
        .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
  }

  /** Gives a command what all have; some have a --version of their own. */
  private static void complete(CommandLine command) {
    var spec = command.getCommandSpec();
    if (spec.findOption("--help") == null) {
      var help = OptionSpec.builder("-h", "--help").usageHelp(true);
      spec.addOption(help.description("Show this help message and exit.").build());
      if (spec.findOption("--version") == null) {
        var version = OptionSpec.builder("-V", "--version").versionHelp(true);
        spec.addOption(version.description("Print the version and exit.").build());
      }
    }
    spec.usageMessage().sortOptions(false);
    if (spec.usageMessage().footer().length > 0) {
      spec.usageMessage().footerHeading("%nExamples:%n");
    }
    command.getSubcommands().values().forEach(Main::complete);
  }

  /** A line of each command is its first sentence; its own help has more. */
  private static String groups(Help help) {
    var text = new StringBuilder();
    GROUPS.forEach(
        (title, commands) -> {
          text.append("%n%s Commands:%n".formatted(title));
          for (var command : commands) {
            var sub = help.subcommands().get(nameOf(command));
            if (sub != null) {
              text.append("  %-11s %s%n".formatted(nameOf(command), summary(sub.commandSpec())));
            }
          }
        });
    return text.toString();
  }

  private static String summary(CommandSpec command) {
    var usage = command.usageMessage();
    var text = usage.header().length > 0 ? usage.header()[0] : usage.description()[0];
    return text.replaceFirst("\\. .*|\\.$", "");
  }

  private static int report(Exception failure, CommandLine command) {
    return failure instanceof ReaderGoneException
        ? ReaderGoneException.EXIT_CODE
        : CommandLines.report(failure, command);
  }
}
