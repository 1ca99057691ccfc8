package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code catamaran completion}: the completion script of a shell. */
@Command(
    name = "completion",
    description =
        "Print the completion script of a shell: bash or zsh. It completes commands and options, and asks the"
            + " cluster for kinds, primaries and namespaces.",
    footer = {"", "Example:", "  source <(catamaran completion bash)"},
    mixinStandardHelpOptions = true)
final class Completion extends BaseCommand {
  /** The line of picocli's script that names its function. */
  private static final String REGISTRATION = "complete -F _complete_catamaran ";

  /** Asks only for words that picocli's function knows nothing about. */
  private static final String LIVE =
      """
      # Adds kinds, primaries and namespaces of the cluster.
      function _complete_catamaran_live() {
        _complete_catamaran "$@"
        local word="${COMP_WORDS[COMP_CWORD]}"
        [[ ${#COMPREPLY[@]} -gt 0 || "$word" == -* ]] && return
        case "${COMP_WORDS[1]}" in
          COMMANDS) ;;
          *) return ;;
        esac
        local IFS=$'\\n'
        COMPREPLY=( $("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) )
        if [[ ${#COMPREPLY[@]} -gt 0 && "${COMPREPLY[0]}" == */ ]]; then
          type compopt &>/dev/null && compopt -o nospace
        fi
      }

      """;

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
    var script = AutoComplete.bash(root.getCommandName(), root);
    var live = LIVE.replace("COMMANDS", String.join("|", ofPrimaries(root)));
    return script.replace(
        REGISTRATION,
        live + REGISTRATION.replace("_complete_catamaran", "_complete_catamaran_live"));
  }

  /** Returns the commands that take primaries or the name of a namespace. */
  private static List<String> ofPrimaries(CommandLine root) {
    return root.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .filter(each -> each.getValue().getCommandSpec().findOption("--namespace") != null)
        .map(Map.Entry::getKey)
        .toList();
  }
}
