package dev.catamaran.cli;

import dev.catamaran.project.Changes;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catamaran generate man}: manual pages of all commands. */
@Command(
    name = "man",
    description = "Generate manual pages of all commands, with the texts of --help.",
    footer = {
      "",
      "Example:",
      "  catamaran generate man --output ~/.local/share/man/man1",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class GenerateMan implements Callable<Integer> {

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      required = true,
      description = "Directory of the pages, one of a section 1.")
  private Path output = Path.of("");

  @Option(names = "--force", description = "Replace files that exist with other content.")
  private boolean force;

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var changes = new Changes(output);
    ManPage.of(Main.commandLine().getCommandSpec())
        .forEach(page -> changes.create(page.file(), page.text()));
    var out = spec.commandLine().getOut();
    out.printf(
        "%d of %d pages are written to %s%n",
        changes.write(force).size(), changes.planned().size(), output);
    return 0;
  }
}
