package dev.catamaran.cli;

import dev.catamaran.cli.ProjectFlag.ChartFlags;
import dev.catamaran.cli.ProjectFlag.VerboseFlag;
import dev.catamaran.run.TerminalText;
import dev.catamaran.temporary.TemporaryFolder;
import dev.catamaran.update.ProjectUpdate;
import dev.catamaran.update.ProjectUpgrade;
import dev.catamaran.update.UpdateRequest;
import dev.catamaran.update.UpdateRequest.UpdatePlan;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran update}: brings parts of a project up to date. */
@Command(
    name = "update",
    description = "Take a new version of a chart, or of Catamaran, into the project.",
    subcommands = {Update.UpdateChart.class, Update.UpdateProject.class})
final class Update {

  /** A command that merges a new version into a project. */
  abstract static sealed class FromVersion extends BaseCommand {
    @Option(
        names = "--check",
        description = "Write no file of the project; exit with 2 if there is something to update.")
    private boolean check;

    @Mixin final ProjectFlag project = new ProjectFlag();

    /** Prints the report, and writes the files or compares them. */
    final int finish(UpdatePlan plan, String next) {
      print(TerminalText.lines(plan.report()));
      if (check) {
        plan.changes().check(false);
        boolean isPending = !plan.changes().pending().isEmpty();
        if (isPending) {
          tell("Run the same command without --check, and commit the files");
        }
        return isPending ? 2 : 0;
      }
      var files = plan.changes().write(false);
      if (!plan.conflicts().isEmpty()) {
        tell("These files need your decision; then run make manifests:");
        plan.conflicts().forEach(conflict -> tell(TerminalText.oneLine(conflict)));
        return 1;
      }
      if (!files.isEmpty()) {
        tell("%d files are written or removed%nNext: %s".formatted(files.size(), next));
      }
      return 0;
    }
  }

  /** {@code catamaran update chart}: takes another version of a chart into a project. */
  @Command(
      name = "chart",
      description =
          "Take another version of a chart into the project, merge it with your edits of the copy in helm-charts, and"
              + " write the CRD, the permissions and an unedited sample again. Print what changes as Markdown. If an"
              + " edit and a change are at the same place, the file gets both, with the markers of Git. Needs no cluster.",
      footer = {
        "  catamaran update chart",
        "  catamaran update chart Podinfo --helm-chart-version 6.9.0 >update.md",
        "  catamaran update chart Podinfo --helm-chart ./podinfo-6.9.0 --from ./podinfo-6.8.0",
        "  catamaran update chart --check"
      })
  static final class UpdateChart extends FromVersion {
    @Parameters(
        arity = "0..1",
        paramLabel = "KIND",
        description =
            "Kind with the chart, such as Podinfo or Podinfo.charts.my.domain (default: all with a pulled chart).")
    private String kind = "";

    @Mixin private final ChartFlags next = new ChartFlags();

    @Option(
        names = "--from",
        paramLabel = "PATH",
        description =
            "The chart that the project has an edited copy of, as it was: a directory or a .tgz (default: pulled again).")
    private Optional<Path> from = Optional.empty();

    @Mixin private final VerboseFlag detail = new VerboseFlag();

    @Override
    public Integer call() {
      var request =
          new UpdateRequest(kind, next.chart, next.repository, next.version, from, next.plainHttp);
      try (var work = TemporaryFolder.create("update-")) {
        var plan =
            new ProjectUpdate(project.path(), project::watches, request).changes(work.path());
        detail.notes(plan.notes(), err());
        return finish(
            plan, "make test, and `catamaran plan` to see what it does to the custom resources");
      }
    }
  }

  /** {@code catamaran update project}: moves a project to the version of this command. */
  @Command(
      name = "project",
      description =
          "Move the project to the version of this command: merge what `init` and `create` of this version write with"
              + " your edits, and renew the version in PROJECT. If an edit and a change are at the same place, the file gets"
              + " both, with the markers of Git. Charts, watches.yaml, samples and Java classes stay. Needs no cluster and no network.",
      footer = {
        "  catamaran update project --check",
        "  catamaran update project >update.md",
        "  CATAMARAN_VERSION=0.2.0 ./catamaranw update project"
      })
  static final class UpdateProject extends FromVersion {

    @Override
    public Integer call() {
      return finish(
          new ProjectUpgrade(project.path(), ProjectCommands.artifacts()).changes(),
          "make manifests test, review the difference, and commit it");
    }
  }
}
