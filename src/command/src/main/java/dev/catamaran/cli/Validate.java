package dev.catamaran.cli;

import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.validation.Validation;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran validate}: checks a project without a cluster. */
@Command(
    name = "validate",
    description =
        "Check watches.yaml, charts, CRDs, samples, permissions and generated files of a project, and report all"
            + " problems at once. Exit with 1 if there is an error. Needs no cluster.",
    footer = {
      "",
      "Examples:",
      "  catamaran validate",
      "  catamaran validate --strict",
      "  catamaran validate -o json",
    },
    mixinStandardHelpOptions = true)
final class Validate extends BaseCommand {
  @Option(
      names = "--watches-file",
      defaultValue = "./watches.yaml",
      description = "Path of watches.yaml, in the project's directory (default: ${DEFAULT-VALUE}).")
  private Path watchesFile = Path.of("./watches.yaml");

  @Option(names = "--strict", description = "Exit with 1 also if there are only warnings.")
  private boolean strict;

  @Mixin private final OutputFlags output = new OutputFlags();

  @Override
  public Integer call() {
    var report = Validation.of(watchesFile, new OfflineEnvironment(System.getenv()));
    output.print(report.findings(), report::lines);
    return report.isFailure(strict) ? 1 : 0;
  }
}
