package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.run.CommandLines;
import dev.catamaran.scaffold.NewProject;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code catamaran version}. */
@Command(
    name = "version",
    description = "Print the version.",
    footer = {"", "Example:", "  catamaran version"},
    mixinStandardHelpOptions = true)
final class Version extends BaseCommand {
  @Override
  public Integer call() {
    out().println(CommandLines.version());
    return 0;
  }

  /** Returns the version of the published artifacts that belong to this command. */
  static String ofArtifacts() {
    return CommandLines.release().orElse("0.1.0-SNAPSHOT");
  }

  static String baseImage() {
    return NewProject.baseImage(ofArtifacts());
  }

  /** {@code catamaran completion}: the completion script of a shell. */
  @Command(
      name = "completion",
      description =
          "Print the completion script of a shell: bash or zsh. It completes commands and options.",
      footer = {"", "Example:", "  source <(catamaran completion bash)"},
      mixinStandardHelpOptions = true)
  static final class Completion extends BaseCommand {
    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private String shell = "";

    @Override
    public Integer call() {
      var script =
          switch (shell) {
            // One script serves both: in zsh it loads the functions of bash.
            case "bash", "zsh" -> bash();
            default ->
                throw new ManagerException(
                    "there is no completion for \"%s\"; write bash or zsh".formatted(shell));
          };
      print(script.stripTrailing());
      return 0;
    }

    private static String bash() {
      var root = Main.commandLine();
      return AutoComplete.bash(root.getCommandName(), root);
    }
  }
}
