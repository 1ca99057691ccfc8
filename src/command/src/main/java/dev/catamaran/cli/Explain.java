package dev.catamaran.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catamaran help}: what {@code --help} shows. */
@Command(
    name = "help",
    description = "Show the help of a command.",
    footer = {"", "Example:", "  catamaran help create api"},
    mixinStandardHelpOptions = true)
final class Explain implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "A command, such as create api (default: all).")
  private List<String> words = List.of();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var own = spec.commandLine();
    var command = Main.commandLine();
    for (var word : words) {
      var found = command.getSubcommands().get(word);
      if (found == null) {
        throw new ParameterException(
            own, "there is no command \"%s\"".formatted(String.join(" ", words)));
      }
      command = found;
    }
    command.usage(own.getOut(), own.getColorScheme());
    return 0;
  }
}
