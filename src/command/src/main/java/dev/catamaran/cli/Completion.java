package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catamaran completion}: the completion script of a shell. */
@Command(
    name = "completion",
    description = "Print the completion script of a shell: bash or zsh.",
    footer = {
      "",
      "Example:",
      "  source <(catamaran completion bash)",
    },
    mixinStandardHelpOptions = true)
final class Completion implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private String shell = "";

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new ManagerException(
          "there is no completion for \"%s\"; write bash or zsh".formatted(shell));
    }
    // One script serves both: in zsh it loads the functions of bash.
    var root = Main.commandLine();
    spec.commandLine().getOut().println(AutoComplete.bash(root.getCommandName(), root));
    return 0;
  }
}
