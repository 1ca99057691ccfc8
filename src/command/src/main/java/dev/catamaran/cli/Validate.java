package dev.catamaran.cli;

import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.validation.Validation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran validate}: checks a project without a cluster. */
@Command(
    name = "validate",
    description =
        "Check watches.yaml, classes, charts, CRDs and samples of a project, and report all problems at once. Exit with 1"
            + " if there is an error. `catamaran manifests --check` says whether generated files are up to date. Needs no cluster.",
    footer = {
      "",
      "Examples:",
      "  catamaran validate",
      "  catamaran validate --strict",
      "  catamaran validate -o json",
    },
    mixinStandardHelpOptions = true)
final class Validate extends BaseCommand {
  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Option(names = "--strict", description = "Exit with 1 also if there are only warnings.")
  private boolean strict;

  @Mixin private final OutputFlags output = new OutputFlags();

  @Override
  public Integer call() {
    var report = Validation.of(project.path(), new OfflineEnvironment(System.getenv()));
    output.print(report.findings(), report::lines);
    return report.isFailure(strict) ? 1 : 0;
  }
}
