package dev.catamaran.cli;

import dev.catamaran.update.ProjectUpgrade;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran upgrade}: moves a project to the version of this command. */
@Command(
    name = "upgrade",
    description =
        "Move the project to the version of this command: merge what `init` and `create` of this version write with"
            + " your edits, and renew the version in PROJECT. If an edit and a change are at the same place, the file gets"
            + " both, with the markers of Git. Charts, watches.yaml, samples and Java classes stay. Needs no cluster and no network.",
    footer = {
      "",
      "Examples:",
      "  catamaran upgrade --check",
      "  catamaran upgrade >upgrade.md",
      "  CATAMARAN_VERSION=0.2.0 ./catamaranw upgrade",
    },
    mixinStandardHelpOptions = true)
final class Upgrade extends BaseCommand {
  @Option(
      names = "--check",
      description = "Write no file of the project; exit with 2 if there is something to upgrade.")
  private boolean check;

  @Mixin private final UpdateFlags flags = new UpdateFlags();

  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Override
  public Integer call() {
    var plan = new ProjectUpgrade(project.path(), Version.ofArtifacts()).changes();
    flags.print(plan);
    return check
        ? flags.check(plan)
        : flags.write(plan, "make manifests test, review the difference, and commit it");
  }
}
