package dev.catamaran.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of fish. Pure. */
record FishCompletion(CommandLine root) {
  private static final String FIRST = "complete -c catamaran -n '__fish_use_subcommand' -f";

  private static final String LIVE =
      "set -l words (commandline -opc); $words[1] complete $words[2..-1] (commandline -ct) 2>/dev/null";

  /** Returns the commands that take primaries or the name of a namespace. */
  static List<String> ofPrimaries(CommandLine root) {
    return visible(root).entrySet().stream()
        .filter(each -> each.getValue().getCommandSpec().findOption("--namespace") != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, CommandLine> visible(CommandLine command) {
    var found = new LinkedHashMap<String, CommandLine>();
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              if (!sub.getCommandSpec().usageMessage().hidden()) {
                found.put(name, sub);
              }
            });
    return found;
  }

  String text() {
    var lines = new ArrayList<String>();
    lines.add("# Completion of catamaran for fish.");
    lines.add("complete -c catamaran -e");
    visible(root)
        .forEach(
            (name, command) -> {
              lines.add("%s -a %s -d %s".formatted(FIRST, name, description(command)));
              add("__fish_seen_subcommand_from " + name, command, lines);
            });
    lines.add(
        "complete -c catamaran -n '__fish_seen_subcommand_from %s; and not string match -q -- \"-*\" (commandline -ct)' -f -a '(%s)'"
            .formatted(String.join(" ", ofPrimaries(root)), LIVE));
    return String.join("\n", lines) + "\n";
  }

  private static void add(String condition, CommandLine command, List<String> lines) {
    var further = visible(command);
    if (further.isEmpty()) {
      command.getCommandSpec().options().forEach(option -> lines.add(line(condition, option)));
      return;
    }
    var names = String.join(" ", further.keySet());
    further.forEach(
        (name, sub) -> {
          lines.add(
              "complete -c catamaran -n '%s; and not __fish_seen_subcommand_from %s' -f -a %s -d %s"
                  .formatted(condition, names, name, description(sub)));
          add("%s; and __fish_seen_subcommand_from %s".formatted(condition, name), sub, lines);
        });
  }

  private static String line(String condition, OptionSpec option) {
    var line = new StringBuilder("complete -c catamaran -n '%s'".formatted(condition));
    for (var name : option.names()) {
      line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.longestName().equals("--namespace")) {
      line.append(" -x -a '(%s)'".formatted(LIVE));
    } else if (option.arity().max() > 0) {
      // Files too: the value of most options is one.
      line.append(" -r");
    }
    return line.append(" -d ").append(quoted(first(option.description()))).toString();
  }

  private static String description(CommandLine command) {
    return quoted(first(command.getCommandSpec().usageMessage().description()));
  }

  /** Returns the first sentence. */
  private static String first(String... description) {
    var text = description.length == 0 ? "" : description[0];
    return text.replaceFirst("(?s)\\. .*|\\.$| \\(default.*", "");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
